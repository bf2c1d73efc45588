import Testing

@testable import NotificationContent

/// The shapes that a vendor's value may use, on made-up vendors.
struct MediaPlaceTests {
    private func references(_ json: String, _ places: [MediaPlace]) throws -> [MediaReference] {
        let dialect = Dialect("made-up", layout: "", recognition: Recognition(), places: places)
        return Payload(NestedDocuments(try JSONTokens(Array(json.utf8))), dialect).references
    }

    @Test func `an array holds URLs`() throws {
        let found = try references(
            #"{"list":["https://a.test/1",null,"name",{"url":"https://a.test/no"},"https://a.test/2"]}"#,
            [MediaPlace(["list"], .elements([]), identifier: .constant("c"))])
        #expect(found.map(\.source) == ["https://a.test/1", "https://a.test/2"])
        #expect(found.map(\.identifier) == ["c", "c-2"])
    }

    @Test func `an array holds objects with a URL, an identifier, a hint and options each`() throws {
        let found = try references(
            #"""
            {"list":[{"u":"https://a.test/1","id":"one","t":"m4a","o":{"hide":1,"crop":{"X":0,"Y":0,"W":1,"H":0.5}}},
                     {"t":"png"},{"u":"https://a.test/2","time":3,"t":5}]}
            """#,
            [
                MediaPlace(
                    ["list"], .elements(["u"]), identifier: .value(["id"]), typeHint: ["t"],
                    options: OptionsRule(
                        hidden: ["o", "hide"], time: ["time"], rect: ["o", "crop"], rectNames: ["X", "Y", "W", "H"]))
            ])
        #expect(
            found == [
                MediaReference(
                    identifier: "one", source: "https://a.test/1", typeHint: "m4a",
                    options: MediaReference.Options(
                        thumbnailHidden: true,
                        thumbnailClippingRect: MediaReference.ClippingRect(x: 0, y: 0, width: 1, height: 0.5))),
                MediaReference(
                    identifier: "attachment-1", source: "https://a.test/2",
                    options: MediaReference.Options(thumbnailTime: 3)),
            ])
    }

    @Test func `a fallback stands behind what it stands in for, wherever it is written`() throws {
        let places = [MediaPlace(["m"], .value(["url"]), fallback: ["spare"]), MediaPlace(["n"], .value(["url"]))]
        let found = try references(
            #"{"n":{"url":"https://a.test/n"},"m":{"spare":"https://a.test/2","url":"https://a.test/1"}}"#, places)
        #expect(found.map(\.source) == ["https://a.test/n", "https://a.test/1", "https://a.test/2"])
        #expect(found.map(\.role) == [nil, nil, .fallback])
        let alone = try references(#"{"m":{"spare":"https://a.test/2"}}"#, places)
        #expect(alone.map(\.role) == [nil])
    }

    @Test(arguments: [
        (#"{"s":"{\"a\":\"[\\\"https://a.test/1\\\"]\"}"}"#, ["https://a.test/1"]), (#"{"s":"{\"a\":"}"#, []),
        (#"{"s":{"a":["https://a.test/1"]}}"#, []), (#"{"s":"{\"a\":\"[]\",\"b\":\"\ud800\"}"}"#, []),
    ])
    func `strings hold JSON that holds strings that hold JSON`(json: String, sources: [String]) throws {
        let found = try references(json, [MediaPlace(["s", .json, "a", .json], .elements([]))])
        #expect(found.map(\.source) == sources)
    }
}
