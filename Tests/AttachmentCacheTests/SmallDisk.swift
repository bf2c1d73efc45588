import Fixtures
import Glibc

/// A file system of a few megabytes that a test may fill or break, unmounted when the last reference goes, and by a shell of
/// its own when the process ends before that, in whatever way. Takes root.
final class SmallDisk: Sendable {
    private let folder: TemporaryFolder
    /// The end of a pipe whose other end the shell reads: the kernel closes it with the process.
    private let life: Int32

    var path: String { folder.path + "/disk" }

    /// Mounts a tmpfs; nil where this process may not mount, which is then said together with what it costs.
    init?(bytes: Int, inodes: Int, orSkipping cases: String) throws {
        folder = try TemporaryFolder()
        life = try SmallDisk.unmountAtEnd(folder.path)
        guard unsafe mkdir(path, 0o755) == 0 else { throw FixtureError.unreadable(path, errno) }
        let options = "size=\(bytes),nr_inodes=\(inodes),mode=755"
        let mounted = unsafe options.withCString { unsafe mount("tmpfs", path, "tmpfs", 0, $0) }
        guard mounted == 0 else {
            print("skipped: \(cases) (mounting is not possible here: errno \(errno))")
            return nil
        }
    }

    /// Mounts a new ext4 in a file, by way of the system's commands.
    init?(ext4Megabytes: Int, orSkipping cases: String) throws {
        folder = try TemporaryFolder()
        life = try SmallDisk.unmountAtEnd(folder.path)
        let image = folder.path + "/image"
        let file = unsafe open(image, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0, ftruncate(file, ext4Megabytes << 20) == 0 else { throw FixtureError.unreadable(image, errno) }
        close(file)
        guard unsafe mkdir(path, 0o755) == 0 else { throw FixtureError.unreadable(path, errno) }
        guard try SmallDisk.run("mkfs.ext4 -q \(image) && mount -o loop \(image) \(path)") else {
            print("skipped: \(cases) (a file system in a file cannot be mounted here)")
            return nil
        }
    }

    deinit {
        _ = unsafe umount2(path, Int32(MNT_DETACH))
        close(life)
    }

    /// Makes an ext4 answer as after an error of its disk: it writes nothing any more.
    func abort() throws -> Bool {
        try SmallDisk.run("mount -o remount,abort \(path)")
    }

    /// Starts the shell; it ignores the signals that end a test run from the terminal. It is no child of this process, in
    /// which nobody would wait for its end: what has ended and is not waited for keeps the watch over exit tests busy.
    private static func unmountAtEnd(_ folder: String) throws -> Int32 {
        var ends: [Int32] = [-1, -1]
        // The end to write to is closed on exec, so that no other child keeps the pipe open.
        guard unsafe pipe(&ends) == 0, fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0 else {
            throw FixtureError.unreadable("a pipe", errno)
        }
        defer { close(ends[0]) }
        let script =
            "trap '' INT TERM HUP; cat >/dev/null; PATH=$PATH:/usr/sbin:/sbin; "
            + "umount -l '\(folder)/disk' && rm -rf '\(folder)'"
        // By its path: to /bin/sh a number of two digits behind "<&" is a syntax error.
        let started = unsafe system("( \(script) ) </proc/self/fd/\(ends[0]) >/dev/null 2>&1 &")
        guard started == 0 else { throw FixtureError.unreadable("sh", errno) }
        return ends[1]
    }

    private static func run(_ command: String) throws -> Bool {
        let script = "PATH=$PATH:/usr/sbin:/sbin; { \(command); } >/dev/null 2>&1"
        return unsafe system(script) == 0
    }
}
