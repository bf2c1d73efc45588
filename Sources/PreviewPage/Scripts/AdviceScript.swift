/// The script's part that all pages have: the best advice on a failure.
enum AdviceScript {
    static let text = #"""
        /* The best advice on a failure: by what the origin sent or answered, else by the reason. */
        function adviceOn(failure, setup) {
            var general = own(setup.reasons, failure.reason) || { cause: failure.detail, cure: "look at the log" };
            if (failure.reason === "unsupported-type") {
                var mime = (/[a-z]+\/[a-z0-9.+-]+/i.exec(failure.detail || "") || [""])[0].toLowerCase();
                return own(setup.formats, mime) || general;
            }
            if (failure.reason === "http-status") {
                return own(setup.statuses, String(failure.httpStatus)) || general;
            }
            return general;
        }

        """#
}
