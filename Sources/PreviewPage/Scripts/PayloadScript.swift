/// The script's second part: payloads as they are written, laid out with the media's URLs marked.
enum PayloadScript {
    static let text = #"""
        /* The tokens of a JSON text, as they stand in it: strings, other values, and the punctuation. */
        function tokensOf(text) {
            var pattern = /[ \t\r\n]*("(?:[^"\\]|\\[^])*"|[{}\[\],:]|[^ \t\r\n{}\[\],:"]+)/y, tokens = [], match;
            pattern.lastIndex = 0;
            while ((match = pattern.exec(text)) !== null) {
                tokens.push({ text: match[1], start: pattern.lastIndex - match[1].length, end: pattern.lastIndex });
            }
            return tokens;
        }

        /* The text of the root object's last member of that name, byte for byte; null without one. */
        function memberText(text, name) {
            var depth = 0, found = null, tokens = tokensOf(text), key = JSON.stringify(name);
            for (var i = 0; i < tokens.length; i += 1) {
                var token = tokens[i].text;
                if (depth === 1 && token === key && tokens[i + 1] && tokens[i + 1].text === ":") {
                    var from = i + 2, nested = 0, to = from;
                    for (; to < tokens.length; to += 1) {
                        if (tokens[to].text === "{" || tokens[to].text === "[") { nested += 1; }
                        if (tokens[to].text === "}" || tokens[to].text === "]") { nested -= 1; }
                        if (nested === 0) { break; }
                    }
                    if (to < tokens.length) { found = text.slice(tokens[from].start, tokens[to].end); }
                    i = to;
                    continue;
                }
                if (token === "{" || token === "[") { depth += 1; }
                if (token === "}" || token === "]") { depth -= 1; }
            }
            return found;
        }

        /* How a URL may be spelled in a string, alone or in a document inside a string. */
        function spellings(source) {
            var plain = JSON.stringify(source).slice(1, -1), slashes = plain.replace(/\//g, "\\/");
            return [plain, slashes, plain.replace(/\\/g, "\\\\"), slashes.replace(/\\/g, "\\\\")].filter(
                function (one, index, all) { return one !== "" && all.indexOf(one) === index; });
        }

        /* A string token, with the URLs in it as marks. `media` is a list of { source, label, kind }. */
        function markedString(token, media) {
            var whole = null, place = -1, length = 0, found = null;
            try { whole = JSON.parse(token); } catch (error) { whole = null; }
            media.forEach(function (one) {
                if (found && place === 1 && length === token.length - 2) { return; }
                if (whole === one.source || (whole !== null && whole.trim() === one.source)) {
                    place = 1; length = token.length - 2; found = one;
                    return;
                }
                spellings(one.source).forEach(function (spelling) {
                    var at = token.indexOf(spelling);
                    if (at >= 0 && (place < 0 || at < place || (at === place && spelling.length > length))) {
                        place = at; length = spelling.length; found = one;
                    }
                });
            });
            if (!found) { return el("span.string", null, token); }
            var mark = el("mark." + found.kind, { title: found.label, "data-source": found.source },
                token.slice(place, place + length), el("span.sr", null, " (" + found.label + ")"));
            return el("span.string", null, token.slice(0, place), mark,
                place + length < token.length ? markedString(token.slice(place + length), media) : null);
        }

        /* The whole text, laid out by its own tokens: duplicates, numbers and escapes stay as they are. */
        function laidOut(text, media) {
            var tokens = tokensOf(text), code = el("code"), depth = 0, line = [];
            function flush() { add(code, line); line = []; }
            function newline() { line.push("\n" + new Array(Math.min(depth, 64) + 1).join("  ")); }
            tokens.forEach(function (token, index) {
                var next = tokens[index + 1] && tokens[index + 1].text, before = index > 0 && tokens[index - 1].text;
                switch (token.text) {
                case "{": case "[":
                    line.push(token.text);
                    depth += 1;
                    if (next !== "}" && next !== "]") { newline(); }
                    break;
                case "}": case "]":
                    depth -= 1;
                    if (before !== "{" && before !== "[") { newline(); }
                    line.push(token.text);
                    break;
                case ",": line.push(","); newline(); break;
                case ":": line.push(": "); break;
                default:
                    if (token.text.charAt(0) !== "\"") {
                        line.push(el("span.value", null, token.text));
                    } else if (next === ":") {
                        line.push(el("span.key", null, token.text));
                    } else {
                        line.push(markedString(token.text, media));
                    }
                }
                if (line.length > 64) { flush(); }
            });
            flush();
            return code;
        }

        function bytesOf(text) { return new TextEncoder().encode(text).length; }

        /* The payload to deliver against what APNs and FCM accept. */
        function meter(bytes, setup) {
            var state = bytes > setup.limit ? "bad" : bytes > setup.nearLimit ? "near" : "good";
            var words = state === "bad" ? count(bytes - setup.limit, "byte", "bytes") + " too many"
                : count(setup.limit - bytes, "byte", "bytes") + " left";
            var bar = el("span.bar." + state, { "aria-hidden": "true" }, el("span"));
            bar.firstChild.style.width = Math.min(100, 100 * bytes / setup.limit) + "%";
            return el("p.meter." + state, { "data-bytes": bytes },
                bar, el("strong", null, number(bytes) + " of " + number(setup.limit) + " bytes"), ", " + words);
        }

        """#
}
