/// The report's script: the lines, of which only those in sight are elements.
enum ReportTableScript {
    static let text = #"""
        /* A line is [number, URL, milliseconds or -1, size, way of the cache] or, where it failed,
           [number, URL, milliseconds or -1, reason, detail]; the list's file comes last where there are several. */
        function isFailed(line) { return typeof line[3] === "string"; }

        function outcomeOf(line) { return isFailed(line) ? line[3] : "attached, " + line[4]; }

        function matching(lines, outcome, search) {
            var words = search.trim().toLowerCase();
            if (outcome === "" && words === "") { return lines.slice(); }
            return lines.filter(function (line) {
                if (outcome === "+" && isFailed(line)) { return false; }
                if (outcome === "-" && !isFailed(line)) { return false; }
                if (outcome.length > 1 && line[3] !== outcome) { return false; }
                return words === "" || line[1].toLowerCase().indexOf(words) >= 0
                    || (isFailed(line) && line[4].toLowerCase().indexOf(words) >= 0);
            });
        }

        var orders = {
            line: null,
            slow: function (a, b) { return b[2] - a[2] || a[0] - b[0]; },
            large: function (a, b) {
                return (isFailed(b) ? -1 : b[3]) - (isFailed(a) ? -1 : a[3]) || a[0] - b[0];
            },
            url: function (a, b) { return a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : a[0] - b[0]; },
            reason: function (a, b) {
                var one = outcomeOf(a), other = outcomeOf(b);
                return one < other ? -1 : one > other ? 1 : a[0] - b[0];
            }
        };

        function byLine(a, b) {
            var one = a[5] || "", other = b[5] || "";
            return one < other ? -1 : one > other ? 1 : a[0] - b[0];
        }

        function cell(name, child) { return el("span" + name, { role: "cell" }, child); }

        function lineView(line, position, top) {
            var failed = isFailed(line);
            var node = el("div", { role: "row", "aria-rowindex": position + 2 },
                cell("", (line[5] ? line[5] + " " : "") + number(line[0])),
                cell("", el("span.chip." + (failed ? "bad" : "good"), null,
                    el("span", { "aria-hidden": "true" }, failed ? "\u2715 " : "\u2713 "), outcomeOf(line))),
                el("span", { role: "cell", title: line[1] }, el("bdi", null, line[1] || "(no URL)"),
                    failed ? el("span.detail", { title: line[4] }, line[4]) : null),
                cell("", failed ? "\u2013" : size(line[3])), cell("", line[2] < 0 ? "\u2013" : time(line[2])));
            node.style.top = top + "px";
            return node;
        }

        /* Shows the lines that are in sight, and a few around them. */
        function tableOf(viewport, rows) {
            var shown = [], from = -1, to = -1;
            function height() { return window.matchMedia("(max-width: 720px)").matches ? 76 : 52; }
            function draw(isNew) {
                var tall = height(), first = Math.max(0, Math.floor(viewport.scrollTop / tall) - 8);
                var last = Math.min(shown.length, first + Math.ceil(viewport.clientHeight / tall) + 24);
                if (!isNew && first === from && last === to) { return; }
                from = first; to = last;
                rows.style.height = shown.length * tall + "px";
                var fragment = document.createDocumentFragment();
                for (var i = first; i < last; i += 1) { fragment.appendChild(lineView(shown[i], i, i * tall)); }
                replace(rows, fragment);
            }
            viewport.addEventListener("scroll", function () { draw(false); }, { passive: true });
            window.addEventListener("resize", function () { draw(true); });
            return function (lines) {
                shown = lines;
                byId("table").setAttribute("aria-rowcount", lines.length + 1);
                viewport.scrollTop = 0;
                draw(true);
            };
        }

        /* The failing lines as they stand in the results, one JSON document a line. */
        function failingLines(lines) {
            return lines.filter(isFailed).map(function (line) {
                var result = {};
                if (line[5]) { result.file = line[5]; }
                result.line = line[0];
                if (line[1] !== "") { result.url = line[1]; }
                result.status = "failed"; result.reason = line[3]; result.detail = line[4];
                if (line[2] >= 0) { result.ms = line[2]; }
                return JSON.stringify(result) + "\n";
            }).join("");
        }

        /* Their URLs, each once: a list that can be warmed again. */
        function failingURLs(lines) {
            var seen = new Set();
            lines.forEach(function (line) { if (isFailed(line) && line[1] !== "") { seen.add(line[1]); } });
            return Array.from(seen).map(function (url) { return url + "\n"; }).join("");
        }

        function save(name, type, text) {
            var url = URL.createObjectURL(new Blob([text], { type: type }));
            var link = el("a", { href: url, download: name });
            document.body.appendChild(link);
            link.click();
            document.body.removeChild(link);
            window.setTimeout(function () { URL.revokeObjectURL(url); }, 10000);
        }

        """#
}
