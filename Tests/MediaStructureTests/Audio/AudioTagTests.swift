import Fixtures
import Testing

@testable import MediaStructure

@Suite struct AudioTagTests {
    @Test(arguments: [0, 1, 127, 128, 16_383, 16_384, 300_000])
    func `an ID3v2 size has seven bits a byte`(_ size: Int) {
        #expect(AudioTag.id3v2Length(AudioSamples.id3(body: 0, claiming: size), at: 0) == size + 10)
    }

    @Test func `the largest ID3v2 size reaches beyond the file without harm`() {
        let tag = AudioSamples.id3(body: 20, claiming: 0x0fff_ffff)
        #expect(AudioTag.id3v2Length(tag, at: 0) == 0x0fff_ffff + 10)
        #expect(AudioTag.length(tag, at: 0) == 30)
        #expect(AudioTag.mediaStart(tag) > tag.count)
    }

    @Test func `a footer adds ten bytes`() {
        let tag = AudioSamples.id3(body: 5, footer: true)
        #expect(AudioTag.id3v2Length(tag, at: 0) == 25)
        #expect(tag.count == 25)
    }

    @Test(arguments: [3, 4, 6, 7, 8, 9])
    func `a high bit or an impossible version makes it no tag`(_ position: Int) {
        var tag = AudioSamples.id3(body: 5)
        tag[position] = 0xff
        #expect(AudioTag.id3v2Length(tag, at: 0) == nil)
    }

    @Test func `a tag of nine bytes is none`() {
        #expect(AudioTag.id3v2Length(Array(AudioSamples.id3(body: 0).dropLast()), at: 0) == nil)
    }

    @Test(arguments: [1, 2, 5])
    func `several tags are skipped`(_ count: Int) {
        let bytes = AudioSamples.times(count, AudioSamples.id3(body: 7)) + [0xff]
        #expect(AudioTag.mediaStart(bytes) == 17 * count)
    }

    @Test(arguments: [(0, 17), (1, 18), (4_095, 4_112), (4_096, 4_113), (4_097, 17)])
    func `a block of zero bytes is padding and more is not`(_ zeros: Int, _ expected: Int) {
        let bytes = AudioSamples.id3(body: 7) + [UInt8](repeating: 0, count: zeros) + [0xff]
        #expect(AudioTag.mediaStart(bytes) == expected)
    }

    @Test func `zero bytes up to the end are no padding`() {
        #expect(AudioTag.mediaStart((AudioSamples.id3(body: 7) + [0, 0, 0])) == 17)
    }

    @Test func `tags behind the frames have their own lengths`() {
        let lyrics = Array("LYRICSBEGIN".utf8) + AudioSamples.text(40) + Array("000020LYRICS200".utf8)
        #expect(AudioTag.length(AudioSamples.id3v1, at: 0) == 128)
        #expect(AudioTag.length(Array(AudioSamples.id3v1.prefix(50)), at: 0) == 50)
        #expect(AudioTag.length((Array("TAG+".utf8) + AudioSamples.text(400)), at: 0) == 227)
        #expect(AudioTag.length(AudioSamples.ape(items: 60), at: 0) == 124)
        #expect(AudioTag.length(AudioSamples.ape(items: 60), at: 92) == 32)
        #expect(AudioTag.length((lyrics + AudioSamples.id3v1), at: 0) == lyrics.count)
        #expect(AudioTag.length((lyrics + AudioSamples.text(128)), at: 0) == nil)
        #expect(AudioTag.length(AudioSamples.text(128), at: 0) == nil)
        #expect(AudioTag.length([], at: 0) == nil)
    }
}
