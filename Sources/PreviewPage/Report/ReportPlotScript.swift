/// The report's script: plots of times.
enum ReportPlotScript {
    static let text = #"""
        function svg(name, attributes, children) {
            var node = document.createElementNS("http://www.w3.org/2000/svg", name);
            Object.keys(attributes).forEach(function (key) { node.setAttribute(key, attributes[key]); });
            (children || []).forEach(function (child) { node.appendChild(child); });
            return node;
        }

        function svgText(text, attributes) {
            var node = svg("text", attributes);
            node.textContent = text;
            return node;
        }

        /* Where a class of times begins, in milliseconds. */
        function beginOf(index) { return index === 0 ? 0 : Math.pow(2, index - 1); }

        function triesOf(times) { return times.counts.reduce(function (sum, one) { return sum + one; }, 0); }

        /* The time below which a share of the tries ended: the end of its class, at most the longest. */
        function share(times, part) {
            var tries = triesOf(times), seen = 0;
            for (var i = 0; i < times.counts.length; i += 1) {
                seen += times.counts[i];
                if (seen >= part * tries) { return Math.min(times.longest, beginOf(i + 1)); }
            }
            return times.longest;
        }

        function timesInWords(times) {
            var tries = triesOf(times);
            return tries === 0 ? "Nothing had to be fetched." : count(tries, "try", "tries") + ": half within "
                + time(share(times, 0.5)) + ", nine of ten within " + time(share(times, 0.9)) + ", the longest "
                + time(times.longest) + ".";
        }

        /* Columns by class of time; all plots have the same classes, so that they can be compared. */
        function plot(times, width, height, hasAxis) {
            var classes = times.counts.length, most = Math.max.apply(null, times.counts.concat([1]));
            var below = hasAxis ? 20 : 1, room = height - below, step = width / classes, children = [];
            times.counts.forEach(function (tries, index) {
                if (tries === 0) { return; }
                var tall = Math.max(2, (room - 2) * tries / most);
                var column = svg("rect", { "class": "column", x: (index * step + 1).toFixed(1),
                    y: (room - tall).toFixed(1), width: (step - 2).toFixed(1), height: tall.toFixed(1), rx: 1.5 });
                var title = svg("title", {});
                title.textContent = time(beginOf(index)) + (index + 1 < classes ? " to " + time(beginOf(index + 1))
                    : " and more") + ": " + number(tries);
                column.appendChild(title);
                children.push(column);
            });
            children.push(svg("line", { "class": "axis", x1: 0, x2: width, y1: room + 0.5, y2: room + 0.5 }));
            if (hasAxis) {
                [0, 4, 7, 11, 14, 17].forEach(function (index) {
                    children.push(svgText(index === 0 ? "0" : time(beginOf(index)), { x: index * step, y: height - 4 }));
                });
            }
            return svg("svg", { viewBox: "0 0 " + width + " " + height, width: width, height: height, role: "img",
                "aria-label": timesInWords(times) }, children);
        }

        """#
}
