package import AttachmentCache
package import MediaFetching
package import Telemetry

/// Levels and counts that the parts keep themselves, read when somebody asks for the metrics.
package enum PipelineGauges {
    /// Shows them in a registry, which holds the parts from then on.
    package static func register(
        in registry: MetricsRegistry, pipeline: AttachmentPipeline, fetcher: MediaFetcher, cache: AttachmentCache,
        cacheMaxBytes: Int64
    ) {
        registry.gauge("attachd_flights", "Flights in the air.") { Int64(pipeline.flightCount) }
        registry.gauge("attachd_flight_waiters", "Waits for flights.") { Int64(pipeline.waiterCount) }
        registry.collect {
            let load = fetcher.load
            return [
                .gauge("attachd_fetches_running", "Fetches that libcurl works on.", Int64(load.running)),
                .gauge(
                    "attachd_fetches_waiting", "Fetches that wait for their turn in front of libcurl.",
                    Int64(load.waiting)),
            ]
        }
        registry.collect { withheld(fetcher.withheld) }
        registry.gauge("attachd_cache_max_bytes", "The most bytes of disk that blobs may take.") { cacheMaxBytes }
        registry.collect {
            // An index that cannot be read has said so in the log; its levels are left out.
            guard let totals = try? await cache.totals() else { return [] }
            return levels(totals)
        }
        registry.collect { disk(cache.diskSpace) }
        registry.collect { events(cache.counts) }
    }

    static func withheld(_ counts: WithheldCounts) -> [MetricFamily] {
        func count(_ name: String, _ help: String, _ value: Int) -> MetricFamily {
            .counter("attachd_\(name)_total", help, Int64(value))
        }
        let circuits = counts.circuits
        return [
            .gauge("attachd_circuits_open", "Origins that are left alone for now.", Int64(circuits.open)),
            count("circuit_openings", "Times that an origin was left alone from then on.", circuits.openings),
            count("circuit_probes", "Fetches that were let through to see whether an origin is back.", circuits.probes),
            count("circuit_closings", "Times that an origin was found to be back.", circuits.closings),
            count(
                "fetches_withheld_by_circuit", "Fetches that ended because their origin is left alone.",
                counts.byCircuit),
            count(
                "fetches_withheld_by_back_off", "Fetches that ended because their URL is left alone.", counts.byBackOff),
        ]
    }

    static func disk(_ space: DiskSpace?) -> [MetricFamily] {
        guard let space else { return [] }
        return [
            .gauge("attachd_cache_disk_free_bytes", "Bytes free on the cache's file system.", space.freeBytes),
            .gauge("attachd_cache_disk_floor_bytes", "Bytes that the cache leaves free there.", space.byteFloor),
            .gauge("attachd_cache_disk_free_inodes", "Inodes free on the cache's file system.", space.freeInodes),
            .gauge("attachd_cache_disk_floor_inodes", "Inodes that the cache leaves free there.", space.inodeFloor),
        ]
    }

    static func levels(_ totals: CacheTotals) -> [MetricFamily] {
        [
            .gauge("attachd_cache_bytes", "Bytes of all blobs.", totals.bytes),
            .gauge("attachd_cache_disk_bytes", "Bytes of disk that the blobs take.", totals.allocatedBytes),
            .gauge("attachd_cache_pinned_bytes", "Bytes of disk kept from eviction for now.", totals.pinnedBytes),
            .gauge("attachd_cache_blobs", "Blobs.", totals.blobs),
            .gauge("attachd_cache_entries", "URLs with a blob.", totals.entries),
            .gauge("attachd_cache_failures", "URLs with a remembered failure.", totals.failures),
        ]
    }

    static func events(_ counts: CacheCounts) -> [MetricFamily] {
        func count(_ name: String, _ help: String, _ value: Int) -> MetricFamily {
            .counter("attachd_cache_\(name)_total", help, Int64(value))
        }
        return [
            count("published_blobs", "Blobs published, also those that were there already.", counts.published),
            count("reused_blobs", "Blobs published that were there already.", counts.reused),
            count("evictions", "Blobs removed to make room.", counts.evicted),
            .counter("attachd_cache_evicted_bytes_total", "Bytes of disk freed by evictions.", counts.evictedBytes),
            count("released_pins", "Pins that gave way because all of them held too much.", counts.pinsGivenWay),
            count("room_not_made", "Times that room had to be made and nothing more could go.", counts.roomNotMade),
            count("trimmed_entries", "Entries and failures removed because there were too many.", counts.trimmed),
            count("rehashed_blobs", "Blobs hashed again because their file had changed.", counts.rehashed),
            count("corrupt_blobs", "Blobs dropped because their file was wrong.", counts.corrupt),
            count("missing_blobs", "Blobs dropped because their file was gone.", counts.missing),
            count("adopted_blobs", "Blobs found without a row in the index.", counts.adopted),
            count("set_aside_indexes", "Indexes that could not be used.", counts.indexesSetAside),
            count("failed_removals", "Files that could not be removed.", counts.removalsFailed),
        ]
    }
}
