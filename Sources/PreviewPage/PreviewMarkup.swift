/// What the preview page consists of before its script has filled it.
enum PreviewMarkup {
    static let text = """
        <a class="skip" href="#result">Skip to the preview</a>
        <header>
        <h1>What will people see?</h1>
        <p>A push notification as phones show it, with a verdict on each of its pictures, films and sounds.</p>
        </header>
        <noscript><p>This page is drawn by its script, which does not run here.</p></noscript>
        <main>
        <form id="form" class="panel" hidden autocomplete="off">
        <h2>Payload</h2>
        <div class="fields">
        <div class="field"><label for="samples">Begin with an example</label>
        <select id="samples"></select></div>
        <div class="field"><label for="file">or open a file</label>
        <input type="file" id="file" accept="application/json,.json"></div>
        </div>
        <div class="row field"><label for="payload">or paste a payload (JSON)</label>
        <textarea id="payload" spellcheck="false" autocapitalize="off" dir="ltr"></textarea></div>
        <details id="options"><summary>Options</summary>
        <div class="fields">
        <div class="field"><label for="policy">Judge by the policy</label>
        <select id="policy"><option value="">the daemon's own</option></select></div>
        <div class="field"><label for="dialect">Read as the dialect</label>
        <select id="dialect"><option value="">recognise it</option></select></div>
        <div class="field"><label for="token">Token, if the daemon wants one</label>
        <input type="password" id="token" autocomplete="off" aria-describedby="token-lead">
        <span class="lead" id="token-lead">Kept until this page is closed.</span></div>
        </div></details>
        <div class="row"><button type="submit" id="ask">Show it</button>
        <p id="state" class="state" role="status"></p></div>
        </form>
        <div id="result" tabindex="-1" hidden>
        <ul id="notes" hidden></ul>
        <div class="columns">
        <section aria-labelledby="drawn-title">
        <h2 id="drawn-title">As a phone shows it</h2>
        <div class="row">
        <fieldset class="choice"><legend class="sr">Phone</legend>
        <label id="system-ios"><input type="radio" name="system" value="ios" checked>iPhone</label>
        <label id="system-android"><input type="radio" name="system" value="android">Android</label>
        <label id="system-web"><input type="radio" name="system" value="web">Browser</label></fieldset>
        <fieldset class="choice"><legend class="sr">Appearance</legend>
        <label><input type="radio" name="look" value="light" checked>Light</label>
        <label><input type="radio" name="look" value="dark">Dark</label></fieldset>
        </div>
        <div id="phones"></div>
        </section>
        <section aria-labelledby="verdict-title">
        <h2 id="verdict-title">Its media, one by one</h2>
        <p id="summary"></p>
        <ul id="remarks" hidden></ul>
        <ul id="verdicts"></ul>
        </section>
        </div>
        <section aria-labelledby="payload-title">
        <h2 id="payload-title">The payload</h2>
        <div class="payloads">
        <div><h3 id="received-title">As received</h3>
        <p class="lead">Media are marked.</p>
        <pre id="received" tabindex="0" role="region" aria-labelledby="received-title" dir="ltr"></pre></div>
        <div><h3 id="delivered-title">To deliver</h3>
        <div id="size"></div>
        <pre id="delivered" tabindex="0" role="region" aria-labelledby="delivered-title" dir="ltr"></pre></div>
        </div>
        </section>
        </div>
        </main>
        """
}
