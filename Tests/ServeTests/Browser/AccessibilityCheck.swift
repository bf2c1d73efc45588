/// What a page must be for people who do not see it, see it badly, or have no mouse: checked in the browser, on the page
/// as it is drawn (WCAG 2.2, level AA, as far as a program can tell).
enum AccessibilityCheck {
    /// Returns the faults of the page, one a line; none is an empty text.
    static let script = #"""
        (function () {
            var faults = [];
            /* Colours that are on their way are none to be judged. */
            document.getAnimations().forEach(function (one) { one.finish(); });
            function seen(node) {
                if (node.closest("[hidden]") || node.closest("details:not([open]) > :not(summary)") || !node.getClientRects().length) { return false; }
                return getComputedStyle(node).visibility !== "hidden";
            }
            function nameOf(node) {
                if (node.getAttribute("aria-label")) { return node.getAttribute("aria-label"); }
                var by = node.getAttribute("aria-labelledby");
                if (by) { return by.split(" ").map(function (id) { var one = document.getElementById(id);
                    return one ? one.textContent : ""; }).join(" ").trim(); }
                if (node.labels && node.labels.length) { return node.labels[0].textContent.trim(); }
                return (node.alt || node.textContent || "").trim();
            }
            function where(node) { return node.tagName.toLowerCase() + (node.id ? "#" + node.id : "")
                + (node.className && node.className.baseVal === undefined ? "." + node.className : "") + " '"
                + node.textContent.trim().slice(0, 30) + "'"; }
            function fault(rule, node) { faults.push(rule + ": " + (node ? where(node) : "")); }

            if (document.documentElement.lang === "") { fault("language"); }
            if (document.title === "") { fault("title"); }
            if (document.querySelectorAll("main").length !== 1) { fault("one main part"); }
            if (document.querySelectorAll("h1").length !== 1) { fault("one first heading"); }
            var level = 0;
            document.querySelectorAll("h1, h2, h3, h4").forEach(function (heading) {
                if (!seen(heading)) { return; }
                var own = Number(heading.tagName.slice(1));
                if (own > level + 1) { fault("heading leaves out a level", heading); }
                level = own;
            });
            var ids = {};
            document.querySelectorAll("[id]").forEach(function (node) {
                if (ids["#" + node.id]) { fault("same id twice", node); }
                ids["#" + node.id] = true;
            });
            document.querySelectorAll("[aria-labelledby], [aria-describedby]").forEach(function (node) {
                ((node.getAttribute("aria-labelledby") || "") + " " + (node.getAttribute("aria-describedby") || ""))
                    .trim().split(/ +/).forEach(function (id) {
                        if (!document.getElementById(id)) { fault("label is missing " + id, node); }
                    });
            });
            document.querySelectorAll("input, select, textarea, button, audio, video, a[href], [role=region], [role=table], "
                + "[role=group], [role=img], fieldset, section").forEach(function (node) {
                if (node.tagName === "FIELDSET" ? !node.querySelector("legend") : nameOf(node) === "") {
                    fault("no name", node);
                }
            });
            document.querySelectorAll("img").forEach(function (image) {
                if (!image.hasAttribute("alt")) { fault("no alternative text", image); }
            });
            document.querySelectorAll("[tabindex]").forEach(function (node) {
                if (node.tabIndex > 0) { fault("focus out of order", node); }
                if (node.tabIndex === 0 && nameOf(node) === "") { fault("focus without a name", node); }
            });
            document.querySelectorAll("[aria-hidden=true] a[href], [aria-hidden=true] button, [aria-hidden=true] input")
                .forEach(function (node) { fault("focus on what is hidden", node); });
            /* What scrolls must be reached by keys. */
            document.querySelectorAll("*").forEach(function (node) {
                var style = getComputedStyle(node);
                if (seen(node) && /auto|scroll/.test(style.overflowY + style.overflowX) && node.tagName !== "TEXTAREA"
                    && node.tagName !== "SELECT" && node !== document.documentElement && node !== document.body
                    && node.scrollHeight > node.clientHeight + 1 && node.tabIndex < 0) {
                    fault("scrolls, but not by keys", node);
                }
            });
            document.querySelectorAll("button, select, input:not([type=radio]), summary, .choice label").forEach(
                function (node) {
                    var box = node.getBoundingClientRect();
                    if (seen(node) && (box.height < 24 || box.width < 24)) { fault("too small to hit", node); }
                });

            function colour(text) {
                var parts = (text.match(/[\d.]+/g) || []).map(Number);
                return { r: parts[0] || 0, g: parts[1] || 0, b: parts[2] || 0, a: parts.length > 3 ? parts[3] : 1 };
            }
            function over(top, bottom) {
                function mix(name) { return top[name] * top.a + bottom[name] * (1 - top.a); }
                return { r: mix("r"), g: mix("g"), b: mix("b"), a: 1 };
            }
            function light(c) {
                function part(value) { value /= 255;
                    return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4); }
                return 0.2126 * part(c.r) + 0.7152 * part(c.g) + 0.0722 * part(c.b);
            }
            function contrast(one, other) {
                var a = light(one), b = light(other);
                return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
            }
            /* All colours that may lie below a text: a gradient has several. */
            function papers(node) {
                var layers = [];
                for (; node; node = node.parentElement) {
                    var style = getComputedStyle(node);
                    var stops = style.backgroundImage.match(/rgba?\([^)]*\)/g);
                    if (stops) { layers.push(stops.map(colour)); break; }
                    var own = colour(style.backgroundColor);
                    if (style.backgroundColor !== "rgba(0, 0, 0, 0)") { layers.push([own]); }
                    if (own.a === 1) { break; }
                }
                var found = layers.length && layers[layers.length - 1].every(function (c) { return c.a === 1; })
                    ? layers.pop() : [{ r: 255, g: 255, b: 255, a: 1 }];
                while (layers.length) {
                    var top = layers.pop();
                    found = found.map(function (below) { return over(top[0], below); });
                }
                return found;
            }
            var texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), checked = 0;
            while (texts.nextNode()) {
                var node = texts.currentNode.parentElement;
                if (texts.currentNode.nodeValue.trim() === "" || !seen(node) || node.closest(".sr, script, style, noscript, "
                    + "option, :disabled")) { continue; }
                var style = getComputedStyle(node), bold = Number(style.fontWeight) >= 700;
                var isLarge = parseFloat(style.fontSize) >= 24 || (bold && parseFloat(style.fontSize) >= 18.66);
                var ink = style.fill !== "none" && node.namespaceURI.indexOf("svg") > 0 ? style.fill : style.color;
                papers(node).forEach(function (paper) {
                    var ratio = contrast(over(colour(ink), paper), paper);
                    if (ratio < (isLarge ? 3 : 4.5)) { fault("contrast " + ratio.toFixed(2), node); }
                });
                checked += 1;
            }
            if (checked < 8) { fault("only " + checked + " texts were there to be checked"); }
            if (document.documentElement.scrollWidth > document.documentElement.clientWidth) {
                fault("sideways scrolling at " + document.documentElement.clientWidth + " pixels");
            }
            return Array.from(new Set(faults)).join("\n");
        }())
        """#

    /// Returns what the Tab key reaches, in order, and whether each shows that it has the focus.
    static let focusScript = #"""
        (function () {
            var all = Array.from(document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0'], "
                + "audio[controls], video[controls]")).filter(function (node) {
                return node.tabIndex >= 0 && !node.disabled && node.getClientRects().length > 0
                    && (node.tagName === "SUMMARY" || !node.closest("details:not([open])"));
            });
            return all.filter(function (node) {
                node.focus({ focusVisible: true });
                if (document.activeElement !== node) { return true; }
                var shown = node.type === "radio" ? node.parentElement : node;
                var style = getComputedStyle(shown);
                return style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2;
            }).map(function (node) { return node.tagName + "#" + node.id; }).join("\n");
        }())
        """#
}
