/// The report's script: what is shown where.
enum ReportScript {
    static let text = #"""
        var setup = readData("setup"), lines = readData("lines"), totals = setup.totals, hostsShown = 25;
        var hostOrder = "lines", thumbnailSize = setup.thumbnails.length;

        function tile(kind, name, value) {
            return el("li" + kind, { "data-total": name }, el("strong", null, value), el("span", null, name));
        }

        function showTiles() {
            var all = totals.attached + totals.failed;
            byId("when").textContent = (setup.complete ? "Worked through on " : "Interrupted on ") + setup.when + ".";
            replace(byId("tiles"), tile("", "lines", number(all)), tile(".good", "attached", number(totals.attached)),
                tile(totals.failed > 0 ? ".bad" : "", "failed", number(totals.failed)),
                tile("", "in the cache", size(totals.bytes)),
                tile("", "fetched", number(totals.cache.miss || 0)),
                tile("", "fresh already", number(totals.cache.hit || 0)),
                totals.repeated > 0 ? tile("", "repeats", number(totals.repeated)) : null);
            if (setup.held < all) {
                replace(byId("notes"), "This page holds the first " + number(setup.held)
                    + " lines in the order of their completion; the totals are those of all lines.");
                byId("notes").hidden = false;
            }
        }

        /* The commonest details of a reason among the lines that this page holds. */
        function commonDetails(reason) {
            var counts = new Map();
            lines.forEach(function (line) {
                if (line[3] !== reason || counts.size > 1000) { return; }
                counts.set(line[4], (counts.get(line[4]) || 0) + 1);
            });
            return Array.from(counts, function (one) { return { text: one[0], count: one[1] }; }).sort(
                function (a, b) { return b.count - a.count; }).slice(0, 3);
        }

        function showReasons() {
            var names = Object.keys(totals.reasons);
            byId("reasons-section").hidden = names.length === 0;
            replace(byId("reasons"), names.map(function (reason) {
                var details = commonDetails(reason), first = details[0] || { text: "", count: 0 };
                /* What most of the lines have in common says more than the reason alone. */
                var advice = adviceOn({ reason: reason, detail: first.text,
                    httpStatus: (/ status (\d+)/.exec(first.text) || [])[1] }, setup);
                var button = el("button.plain", { type: "button" }, "Show these lines");
                button.addEventListener("click", function () {
                    byId("outcome").value = reason;
                    apply();
                    byId("lines-title").focus();
                    byId("lines-title").scrollIntoView();
                });
                return el("li", { "data-reason": reason }, el("h3", null, number(totals.reasons[reason]), " \u00d7 ",
                    el("code", null, reason)), el("p", null, sentence(advice.cause)),
                    el("p", null, el("strong", null, "What helps: "), sentence(advice.cure)), details.length === 0 ? null : el("ul.details", null, details.map(
                    function (one) { return el("li", null, number(one.count) + " \u00d7 " + one.text); })), button);
            }));
            names.forEach(function (reason) {
                byId("outcome").appendChild(el("option", { value: reason }, reason));
            });
        }

        var hostColumns = [
            { id: "name", name: "Host", value: function (host) { return host.name; } },
            { id: "lines", name: "Lines", value: function (host) { return host.attached + host.failed; } },
            { id: "failed", name: "Failed", value: function (host) { return host.failed; } },
            { id: "bytes", name: "Size", value: function (host) { return host.bytes; } },
            { id: "half", name: "Half within", value: function (host) { return share(host.times, 0.5); } },
            { id: "nine", name: "9 of 10 within", value: function (host) { return share(host.times, 0.9); } }
        ];

        function showHosts() {
            var column = hostColumns.filter(function (one) { return one.id === hostOrder; })[0];
            var hosts = totals.hosts.slice().sort(function (a, b) {
                var one = column.value(a), other = column.value(b);
                if (hostOrder === "name") { return one < other ? -1 : 1; }
                return other - one || (a.name < b.name ? -1 : 1);
            });
            replace(byId("hosts").tBodies[0], hosts.slice(0, hostsShown).map(function (host) {
                var tries = triesOf(host.times);
                return el("tr", { "data-host": host.name }, el("td", null, el("bdi", null, host.name)),
                    el("td", null, number(host.attached + host.failed)), el("td", null, number(host.failed)),
                    el("td", null, size(host.bytes)),
                    el("td", null, tries === 0 ? "\u2013" : time(share(host.times, 0.5))),
                    el("td", null, tries === 0 ? "\u2013" : time(share(host.times, 0.9))),
                    el("td", null, tries === 0 ? null : plot(host.times, 180, 30, false)));
            }));
            hostColumns.forEach(function (one) {
                byId("host-" + one.id).setAttribute("aria-sort", one.id !== hostOrder ? "none"
                    : one.id === "name" ? "ascending" : "descending");
            });
            byId("more-hosts").hidden = hosts.length <= hostsShown;
            byId("more-hosts").textContent = "Show all " + number(hosts.length) + " hosts";
        }

        function beginHosts() {
            var row = el("tr", null, hostColumns.map(function (column) {
                var button = el("button", { type: "button" }, column.name);
                button.addEventListener("click", function () { hostOrder = column.id; showHosts(); });
                return el("th", { scope: "col", id: "host-" + column.id }, button);
            }), el("th", { scope: "col" }, el("span", null, "Times, 0 to 65 s")));
            replace(byId("hosts").tHead, row);
            byId("more-hosts").addEventListener("click", function () { hostsShown = Infinity; showHosts(); });
            showHosts();
        }

        function showThumbnails() {
            byId("thumbnails-section").hidden = thumbnailSize === 0;
            replace(byId("thumbnails"), setup.thumbnails.map(function (one) {
                var image = el("img", { alt: "", decoding: "async", loading: "lazy" });
                image.src = one.data;
                return el("li", { title: one.url }, image, el("span", { dir: "ltr" }, one.url.replace(/[?#].*$/, "")
                    .split("/").pop() || one.url));
            }));
        }

        var draw = tableOf(byId("viewport"), byId("rows"));

        function apply() {
            var found = matching(lines, byId("outcome").value, byId("search").value);
            var order = orders[byId("sort").value];
            if (order) { found.sort(order); }
            draw(found);
            replace(byId("state"), found.length === lines.length ? count(lines.length, "line", "lines") + "."
                : number(found.length) + " of " + count(lines.length, "line", "lines") + ".");
        }

        lines.sort(byLine);
        showTiles();
        showReasons();
        replace(byId("times"), el("p.lead", null, timesInWords(totals.times)), plot(totals.times, Math.min(640, byId("times").clientWidth), 150, true));
        beginHosts();
        showThumbnails();
        ["outcome", "sort"].forEach(function (id) { byId(id).addEventListener("change", apply); });
        var waiting = 0;
        byId("search").addEventListener("input", function () {
            window.clearTimeout(waiting);
            waiting = window.setTimeout(apply, 120);
        });
        byId("export").hidden = byId("export-urls").hidden = totals.failed === 0;
        byId("export").addEventListener("click", function () {
            save("failing.ndjson", "application/x-ndjson", failingLines(lines));
        });
        byId("export-urls").addEventListener("click", function () {
            save("failing.txt", "text/plain", failingURLs(lines));
        });
        apply();
        document.documentElement.setAttribute("data-state", "done");

        """#
}
