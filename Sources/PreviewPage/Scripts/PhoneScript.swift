/// The script's third part: a descriptor drawn as phones show it.
enum PhoneScript {
    static let text = #"""
        var systems = [
            { id: "ios", name: "iPhone" }, { id: "android", name: "Android" }, { id: "web", name: "Browser" }
        ];

        /* What a system shows of a list of references: those meant for it, and those meant for none. */
        function meantFor(list, system) {
            return (list || []).filter(function (one) { return !one.platform || one.platform === system; });
        }

        function systemsOf(descriptor) {
            var all = [].concat(descriptor.content.attachments || [], descriptor.prepared || [],
                descriptor.failures || [], descriptor.references || []);
            return systems.filter(function (system) {
                return system.id !== "web" || all.some(function (one) { return one.platform === "web"; });
            });
        }

        /* The system to show first: the only one that the payload names media for, else the iPhone. */
        function likeliest(descriptor) {
            var all = [].concat(descriptor.content.attachments || [], descriptor.prepared || [],
                descriptor.failures || [], descriptor.references || []);
            var isAndroid = all.length > 0 && all.every(function (one) { return one.platform === "android"; });
            return isAndroid ? "android" : "ios";
        }

        /* A picture, film or sound of an attachment, from its blob or from the page itself. */
        function mediaView(attachment, context, mode) {
            var source = context.url(attachment), name = attachment.identifier, node;
            var facts = attachment.kind + " " + name;
            if (source === null) { return missingView(attachment, "Not embedded: " + size(attachment.bytes)); }
            if (attachment.kind === "image") {
                node = el("img", { alt: facts, decoding: "async" });
            } else if (attachment.kind === "video") {
                node = el("video", { "aria-label": facts, preload: mode === "large" ? "metadata" : "auto",
                    playsinline: true, muted: true, controls: mode === "large" });
                node.muted = true;
                if (mode !== "large") { node.tabIndex = -1; }
            } else if (mode === "large") {
                node = el("audio", { "aria-label": facts, controls: true, preload: "metadata" });
            } else {
                return el("span.sound", { role: "img", "aria-label": facts }, "\u266a");
            }
            node.addEventListener("error", function () {
                if (!node.parentNode) { return; }
                node.parentNode.replaceChild(missingView(attachment, "This browser cannot show "
                    + attachment.mime + "; a phone can."), node);
            });
            node.src = attachment.kind === "video" ? source + "#t=" + firstSecond(attachment) : source;
            crop(node, attachment, mode);
            return node;
        }

        /* Where a film is shown from: at the payload's time for the thumbnail, else at its first frame. */
        function firstSecond(attachment) {
            var at = attachment.options && attachment.options.thumbnailTime;
            return typeof at === "number" && at > 0 && at < attachment.duration ? at : 0.001;
        }

        function missingView(attachment, words) {
            return el("span.blank", { role: "img", "aria-label": attachment.kind + " " + attachment.identifier },
                el("span", null, words));
        }

        /* The part of the picture that the payload asks for as the thumbnail. */
        function crop(node, attachment, mode) {
            var rect = mode === "thumbnail" && attachment.options && attachment.options.thumbnailClippingRect;
            if (!rect || !(rect.width > 0) || !(rect.height > 0)) { return; }
            node.style.objectViewBox = "inset(" + [rect.y, 1 - rect.x - rect.width, 1 - rect.y - rect.height, rect.x]
                .map(function (part) { return Math.max(0, Math.min(1, part)) * 100 + "%"; }).join(" ") + ")";
        }

        function drawnText(name, descriptor, kind) {
            var text = own(descriptor.content, name);
            if (typeof text === "string" && text !== "") {
                return el("span." + kind, { dir: "auto", "data-drawn": name }, text);
            }
            var key = own(descriptor.content, name === "body" ? "loc-key" : name + "-loc-key");
            if (typeof key !== "string") { return null; }
            return el("span." + kind + ".named", { dir: "auto" }, "text \u201c" + key + "\u201d of the app");
        }

        function actionsView(descriptor) {
            var actions = (descriptor.presentation && descriptor.presentation.actions) || [];
            if (actions.length === 0) { return null; }
            return el("ul.actions", { "aria-label": "Action buttons" }, actions.map(function (action) {
                return el("li", null, el("span", {
                    dir: "auto", "data-drawn": "action",
                    "data-destructive": (action.options || []).indexOf("destructive") >= 0
                }, action.title), action.textInput ? el("span.hint", null, " (asks for a text)") : null);
            }));
        }

        function thumbnailOf(descriptor, system) {
            var shown = meantFor(descriptor.content.attachments, system);
            if (system === "android" || system === "web") {
                return shown.filter(function (one) { return one.role === "largeIcon"; })[0]
                    || shown.filter(function (one) { return one.kind === "image" && one.role !== "background"; })[0]
                    || null;
            }
            var first = shown.filter(function (one) { return one.kind !== "audio"; })[0] || shown[0] || null;
            return first && first.options && first.options.thumbnailHidden ? null : first;
        }

        function largeOnes(descriptor, system) {
            var shown = meantFor(descriptor.content.attachments, system);
            if (system === "ios") { return shown; }
            var pictures = shown.filter(function (one) { return one.role !== "largeIcon"; });
            return pictures.length > 0 ? pictures.concat(shown.filter(function (one) {
                return one.role === "largeIcon"; })) : shown;
        }

        function headView(system) {
            return el("span.head", { "aria-hidden": "true" }, el("span.icon"), el("span.app", null, "Your app"),
                el("span.when", null, "now"));
        }

        function collapsedView(descriptor, system, context) {
            var thumbnail = thumbnailOf(descriptor, system);
            return el("div.note.collapsed." + system, { role: "group", "aria-label": "Notification, collapsed" },
                headView(system),
                el("span.words", null, drawnText("title", descriptor, "title"),
                    drawnText("subtitle", descriptor, "subtitle"), drawnText("body", descriptor, "body")),
                thumbnail ? el("span.thumbnail", { "data-drawn": "thumbnail" },
                    mediaView(thumbnail, context, "thumbnail")) : null);
        }

        function expandedView(descriptor, system, context) {
            var large = largeOnes(descriptor, system), first = large[0], rest = large.slice(1);
            return el("div.note.expanded." + system, { role: "group", "aria-label": "Notification, expanded" },
                headView(system),
                first ? el("span.large", { "data-drawn": "attachment", "data-identifier": first.identifier },
                    mediaView(first, context, "large")) : null,
                el("span.words", null, drawnText("title", descriptor, "title"),
                    drawnText("subtitle", descriptor, "subtitle"), drawnText("body", descriptor, "body")),
                rest.length === 0 ? null : el("span.more", null,
                    el("span.hint", null, "Also attached:"),
                    rest.map(function (one) {
                        return el("span.thumbnail", { "data-drawn": "attachment", "data-identifier": one.identifier },
                            mediaView(one, context, "small"));
                    })),
                actionsView(descriptor));
        }

        function frame(title, look, system, note) {
            return el("figure", null, el("div.phone." + system, { "data-look": look },
                el("div.clock", { "aria-hidden": "true" }, el("span.date", null, "Monday, 9 June"),
                    el("span.hour", null, system === "ios" ? "9:41" : "12:30")), note),
                el("figcaption", null, title));
        }

        function phonesView(descriptor, system, look, context) {
            return [
                frame("Collapsed, as it arrives", look, system, collapsedView(descriptor, system, context)),
                frame(system === "ios" ? "Expanded, pressed long" : "Expanded, pulled open", look, system,
                    expandedView(descriptor, system, context))
            ];
        }

        """#
}
