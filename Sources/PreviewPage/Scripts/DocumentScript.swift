/// The script's first part: making elements out of text, and nothing but text.
///
/// There is no `innerHTML` in any part: text from outside only ever becomes a text node, and attributes come from the
/// source or are set through properties.
enum DocumentScript {
    static let text = #"""
        /* C0, DEL, C1, and what steers the direction of other text or joins nothing. */
        var controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

        function codeOf(character) {
            return "U+" + ("000" + character.charCodeAt(0).toString(16).toUpperCase()).slice(-4);
        }

        /* A fragment of the text in which control characters are seen, as their numbers. */
        function visible(text) {
            var fragment = document.createDocumentFragment(), at = 0, match;
            text = String(text);
            controls.lastIndex = 0;
            while ((match = controls.exec(text)) !== null) {
                fragment.appendChild(document.createTextNode(text.slice(at, match.index)));
                var mark = document.createElement("span");
                mark.className = "control";
                mark.title = codeOf(match[0]);
                mark.textContent = "[" + codeOf(match[0]) + "]";
                fragment.appendChild(mark);
                at = match.index + 1;
            }
            fragment.appendChild(document.createTextNode(text.slice(at)));
            return fragment;
        }

        /* An element: el("p.note", { title: "..." }, "text", child, [more]); what is null is left out. */
        function el(name, attributes) {
            var parts = name.split("."), node = document.createElement(parts[0]);
            if (parts.length > 1) { node.className = parts.slice(1).join(" "); }
            Object.keys(attributes || {}).forEach(function (key) {
                var value = attributes[key];
                if (value === null || value === undefined || value === false) { return; }
                node.setAttribute(key, value === true ? "" : String(value));
            });
            for (var i = 2; i < arguments.length; i += 1) { add(node, arguments[i]); }
            return node;
        }

        function add(node, child) {
            if (child === null || child === undefined || child === "") { return; }
            if (Array.isArray(child)) { child.forEach(function (one) { add(node, one); }); return; }
            node.appendChild(typeof child === "object" ? child : visible(child));
        }

        function byId(id) { return document.getElementById(id); }

        function replace(node) {
            while (node.firstChild) { node.removeChild(node.firstChild); }
            for (var i = 1; i < arguments.length; i += 1) { add(node, arguments[i]); }
        }

        function readData(id) { return JSON.parse(byId(id).textContent); }

        /* The value of an object's own member: nothing that a payload names can reach a prototype. */
        function own(object, name) {
            return object && Object.prototype.hasOwnProperty.call(object, name) ? object[name] : undefined;
        }

        function size(bytes) {
            if (bytes < 1000) { return bytes + " B"; }
            if (bytes < 999500) { return Math.round(bytes / 1000) + " kB"; }
            return (bytes / 1e6).toFixed(1) + " MB";
        }

        function number(value) { return Number(value).toLocaleString("en-US"); }

        function time(milliseconds) {
            return milliseconds < 1000 ? Math.round(milliseconds) + " ms" : (milliseconds / 1000).toFixed(1) + " s";
        }

        function sentence(text) {
            text = String(text);
            return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
        }

        function count(n, one, many) { return number(n) + " " + (n === 1 ? one : many); }

        """#
}
