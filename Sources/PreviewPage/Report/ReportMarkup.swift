/// What the report consists of before its script has filled it.
enum ReportMarkup {
    static let text = """
        <a class="skip" href="#lines-title">Skip to the lines</a>
        <header>
        <h1>What became of the list</h1>
        <p id="when"></p>
        </header>
        <noscript><p>This page is drawn by its script, which does not run here.</p></noscript>
        <main>
        <ul id="tiles" aria-label="Totals"></ul>
        <p id="notes" class="panel" hidden></p>
        <section id="reasons-section" aria-labelledby="reasons-title" hidden>
        <h2 id="reasons-title">What failed, and what helps</h2>
        <ul id="reasons"></ul>
        </section>
        <section aria-labelledby="times-title">
        <h2 id="times-title">How long the tries took</h2>
        <div id="times"></div>
        </section>
        <section aria-labelledby="hosts-title">
        <h2 id="hosts-title">By host</h2>
        <div class="scroll" tabindex="0" role="region" aria-labelledby="hosts-title">
        <table id="hosts"><thead></thead><tbody></tbody></table></div>
        <button type="button" class="plain" id="more-hosts" hidden></button>
        </section>
        <section id="thumbnails-section" aria-labelledby="thumbnails-title" hidden>
        <h2 id="thumbnails-title">Some of what was warmed</h2>
        <ul id="thumbnails"></ul>
        </section>
        <section aria-labelledby="lines-title">
        <h2 id="lines-title" tabindex="-1">Every line</h2>
        <div class="fields">
        <div class="field"><label for="search">URL or detail contains</label>
        <input type="search" id="search" autocomplete="off" spellcheck="false"></div>
        <div class="field"><label for="outcome">Show</label>
        <select id="outcome"><option value="">everything</option><option value="+">what is attached</option>
        <option value="-">what failed</option></select></div>
        <div class="field"><label for="sort">Order by</label>
        <select id="sort"><option value="line">line</option><option value="slow">time, slowest first</option>
        <option value="large">size, largest first</option><option value="url">URL</option>
        <option value="reason">outcome</option></select></div>
        </div>
        <div class="row"><p id="state" role="status"></p>
        <button type="button" class="plain" id="export">Save the failing lines</button>
        <button type="button" class="plain" id="export-urls">Save only their URLs</button></div>
        <div id="viewport" tabindex="0" role="region" aria-label="Lines">
        <div id="table" role="table" aria-label="Lines"><div id="table-head" role="row">
        <span role="columnheader">Line</span><span role="columnheader">Outcome</span>
        <span role="columnheader">URL</span><span role="columnheader">Size</span>
        <span role="columnheader">Time</span></div>
        <div id="rows" role="rowgroup"></div></div></div>
        </section>
        </main>
        """
}
