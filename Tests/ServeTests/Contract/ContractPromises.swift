/// What clients may rely on: routes, names of the query, members of documents, words. A line that disappears from the
/// description breaks a client; one that is new is added here.
enum ContractPromises {
    /// The list: behind a subject and a colon its parts, `-` for itself, `!` for a member that is always there.
    static let committed = Set(
        text.split(separator: "\n").flatMap { line in
            let sides = line.split(separator: " : ", maxSplits: 1)
            return sides.last?.split(separator: " ").map { $0 == "-" ? String(sides[0]) : String(sides[0] + $0) } ?? []
        })

    /// The same lines from a description.
    static func found(in document: JSONData) -> Set<String> {
        var lines: Set<String> = []
        for path in document["paths"]?.members ?? [] {
            for operation in path.value.members {
                let name = "\(operation.name.uppercased()) \(path.name)"
                lines.insert(name)
                for parameter in operation.value["parameters"]?.elements ?? [] where operation.name != "head" {
                    lines.insert("\(name)?\(parameter["name"]?.text ?? "")")
                    for word in parameter["schema"]?["enum"]?.elements ?? [] {
                        lines.insert("\(name)?\(parameter["name"]?.text ?? "")=\(word.text ?? "")")
                    }
                }
            }
        }
        for schema in document["components"]?["schemas"]?.members ?? [] {
            note(schema.value, as: schema.name, in: &lines)
        }
        return lines
    }

    private static func note(_ schema: JSONData, as name: String, in lines: inout Set<String>) {
        let required = Set(schema["required"]?.elements.compactMap(\.text) ?? [])
        for property in schema["properties"]?.members ?? [] {
            let path = "\(name).\(property.name)"
            lines.insert(path + (required.contains(property.name) ? "!" : ""))
            note(property.value, as: path, in: &lines)
        }
        for word in schema["enum"]?.elements ?? [] { lines.insert("\(name)=\(word.text ?? "\(word.number ?? 0)")") }
        if let word = schema["const"]?.text { lines.insert("\(name)=\(word)") }
        for inner in (schema["oneOf"]?.elements ?? []) + (schema["anyOf"]?.elements ?? []) {
            note(inner, as: name, in: &lines)
        }
        if let items = schema["items"] { note(items, as: name + "[]", in: &lines) }
    }

    private static let text = """
        Action : .icon .identifier! .options .options[]=authenticationRequired .options[]=destructive
        Action : .options[]=foreground .systemImageName .templateImageName .textInput .textInput.buttonTitle
        Action : .textInput.placeholder .title!
        Attachment : .bytes! .cache! .cache=hit .cache=joined .cache=miss .cache=revalidated .cache=stale .codecs
        Attachment : .duration .fetchMs .format! .format=aac .format=aiff .format=avi .format=caf .format=gif
        Attachment : .format=jpeg .format=m4a .format=mov .format=mp3 .format=mp4 .format=mpeg .format=png
        Attachment : .format=tiff .format=wav .frames .freshUntil .hasAlpha .height .href! .identifier! .kind!
        Attachment : .kind=audio .kind=image .kind=video .mime! .mime=audio/aac .mime=audio/aiff .mime=audio/mp4
        Attachment : .mime=audio/mpeg .mime=audio/wav .mime=audio/x-caf .mime=image/gif .mime=image/jpeg
        Attachment : .mime=image/png .mime=image/tiff .mime=video/mp4 .mime=video/mpeg .mime=video/quicktime
        Attachment : .mime=video/x-msvideo .options .platform .platform=android .platform=ios .platform=web .role
        Attachment : .role=background .role=bigPicture .role=fallback .role=largeIcon .role=lazy .sha256! .source!
        Attachment : .type! .type=com.apple.coreaudio-format .type=com.apple.quicktime-movie
        Attachment : .type=com.compuserve.gif .type=com.microsoft.waveform-audio .type=public.aac-audio
        Attachment : .type=public.aiff-audio .type=public.avi .type=public.jpeg .type=public.mp3 .type=public.mpeg
        Attachment : .type=public.mpeg-4 .type=public.mpeg-4-audio .type=public.png .type=public.tiff .url! .width
        Attachment : .phases .phases.connect .phases.dns .phases.firstByte .phases.inspect .phases.queue
        Attachment : .phases.store .phases.tls .phases.transfer
        AttachmentAnswer : .attachment! .failure! .status! .status=attached .status=failed .warnings
        AttachmentRequest : .identifier .options .typeHint .url
        CacheEntries : .entries! .nextCursor
        CacheEntry : .bytes! .detail! .freshUntil! .httpStatus .kind! .mime! .path! .reason! .sha256! .storedAt!
        CacheEntry : .url!
        CacheStatistics : .allocatedBytes! .blobs! .bytes! .directory! .entries! .failures! .hitRatio .hits! .hosts!
        CacheStatistics : .hosts[].bytes! .hosts[].entries! .hosts[].failures! .hosts[].host! .kinds!
        CacheStatistics : .kinds[].blobs! .kinds[].bytes! .kinds[].kind! .maxBytes! .misses! .oldest .pinnedBlobs!
        CacheStatistics : .pinnedBytes! .unreferencedBlobs!
        Content : .attachments! .badge .body .categoryIdentifier .filterCriteria .interruptionLevel .launchImageName
        Content : .loc-args .loc-key .relevanceScore .sound .subtitle .subtitle-loc-args .subtitle-loc-key
        Content : .summaryArgument .summaryArgumentCount .targetContentIdentifier .threadIdentifier .title
        Content : .title-loc-args .title-loc-key .userInfo
        Descriptor : .complete! .content! .dialect! .failures! .mutable! .notification .payload .prepared
        Descriptor : .presentation .references .version! .warnings!
        Failure : .appleError .appleError=101.0 .appleError=102.0 .appleError=105.0 .cached .detail! .httpStatus
        Failure : .identifier! .options .platform .platform=android .platform=ios .platform=web .reason!
        Failure : .reason=bad-encoding .reason=cancelled .reason=connect-failure .reason=corrupt .reason=deadline
        Failure : .reason=dns-failure .reason=empty .reason=encrypted .reason=external-reference
        Failure : .reason=forbidden-address .reason=forbidden-port .reason=forbidden-scheme .reason=http-status
        Failure : .reason=insecure-redirect .reason=inspection-failed .reason=invalid-url .reason=malformed-line
        Failure : .reason=overloaded .reason=polyglot .reason=stalled .reason=storage-error .reason=storage-full
        Failure : .reason=tls-failure .reason=too-large .reason=too-long .reason=too-many-pixels
        Failure : .reason=too-many-redirects .reason=transfer-failed .reason=truncated .reason=unsupported-type
        Failure : .fetchMs .phases .phases.connect .phases.dns .phases.firstByte .phases.inspect .phases.queue
        Failure : .phases.store .phases.tls .phases.transfer
        Failure : .retryAfter .role .role=background .role=bigPicture .role=fallback .role=largeIcon .role=lazy
        Failure : .source! .typeHint
        Flights : .flights! .flights[].ageMs! .flights[].phase! .flights[].phase=fetch .flights[].phase=inspect
        Flights : .flights[].phase=lookup .flights[].phase=store .flights[].policy! .flights[].url!
        Flights : .flights[].waiters!
        GET /healthz : -
        GET /metrics : -
        GET /openapi.json : -
        GET /preview : -
        GET /readyz : -
        GET /v1/blobs/{name} : - ?If-None-Match ?If-Range ?Range ?name
        GET /v1/cache : -
        GET /v1/cache/entries : - ?cursor ?full ?full=false ?full=true ?host ?kind ?kind=audio ?kind=failure
        GET /v1/cache/entries : ?kind=image ?kind=video ?limit ?sort ?sort=largest ?sort=newest ?sort=oldest
        GET /v1/cache/verify : -
        GET /v1/flights : -
        HEAD /healthz : -
        HEAD /metrics : -
        HEAD /openapi.json : -
        HEAD /preview : -
        HEAD /readyz : -
        HEAD /v1/blobs/{name} : -
        HEAD /v1/cache : -
        HEAD /v1/cache/entries : -
        HEAD /v1/cache/verify : -
        HEAD /v1/flights : -
        Notification : .action .actionButtons .additionalData .androidNotificationId .android_channel_id
        Notification : .attachments .backgroundImageLayout .badge .badgeIncrement .bigPicture .body .category
        Notification : .collapseId .contentAvailable .contents .fromProjectNumber .groupKey .groupMessage .hasBadge
        Notification : .headings .interruptionLevel .largeIcon .launchURL .led .ledColor .lockScreenVisibility
        Notification : .mutableContent .notificationId .priority .rawPayload .relevanceScore .restoring .sentTime
        Notification : .smallIcon .smallIconAccentColor .sound .subtitle .templateId .templateName .threadId .title
        Notification : .ttl .vibration .vibrationPattern .web_buttons .web_push_topic
        Options : .thumbnailClippingRect .thumbnailClippingRect.height! .thumbnailClippingRect.width!
        Options : .thumbnailClippingRect.x! .thumbnailClippingRect.y! .thumbnailHidden .thumbnailTime
        POST /v1/attachments : - ?policy ?policy=apple ?policy=default ?policy=fcm-android ?priority ?priority=batch
        POST /v1/attachments : ?priority=interactive ?timeout
        POST /v1/cache/gc : -
        POST /v1/cache/purge : -
        POST /v1/cache/verify : - ?repair ?repair=false ?repair=true
        POST /v1/content : - ?dialect ?dialect=adobe ?dialect=adobe-mobile ?dialect=airship ?dialect=appcues
        POST /v1/content : ?dialect=aws-pinpoint ?dialect=batch ?dialect=bloomreach ?dialect=braze
        POST /v1/content : ?dialect=clevertap ?dialect=customerio ?dialect=emarsys ?dialect=expo ?dialect=fcm
        POST /v1/content : ?dialect=generic ?dialect=home-assistant ?dialect=iterable ?dialect=klaviyo
        POST /v1/content : ?dialect=kumulos ?dialect=mindbox ?dialect=mixpanel ?dialect=moengage ?dialect=notifee
        POST /v1/content : ?dialect=onesignal ?dialect=onesignal-rest ?dialect=optimove ?dialect=pusher-beams
        POST /v1/content : ?dialect=pushwoosh ?dialect=salesforce ?dialect=swrve ?dialect=wonderpush ?policy
        POST /v1/content : ?policy=apple ?policy=default ?policy=fcm-android ?priority ?priority=batch
        POST /v1/content : ?priority=interactive ?timeout ?view ?view=payload
        POST /v1/prewarm : - ?dialect ?dialect=adobe ?dialect=adobe-mobile ?dialect=airship ?dialect=appcues
        POST /v1/prewarm : ?dialect=aws-pinpoint ?dialect=batch ?dialect=bloomreach ?dialect=braze
        POST /v1/prewarm : ?dialect=clevertap ?dialect=customerio ?dialect=emarsys ?dialect=expo ?dialect=fcm
        POST /v1/prewarm : ?dialect=generic ?dialect=home-assistant ?dialect=iterable ?dialect=klaviyo
        POST /v1/prewarm : ?dialect=kumulos ?dialect=mindbox ?dialect=mixpanel ?dialect=moengage ?dialect=notifee
        POST /v1/prewarm : ?dialect=onesignal ?dialect=onesignal-rest ?dialect=optimove ?dialect=pusher-beams
        POST /v1/prewarm : ?dialect=pushwoosh ?dialect=salesforce ?dialect=swrve ?dialect=wonderpush ?pin ?policy
        POST /v1/prewarm : ?policy=apple ?policy=default ?policy=fcm-android ?timeout
        Presentation : .actions .categoryIdentifier .initialContentSizeRatio
        PrewarmResult : .bytes! .cache .cache! .cache=hit .cache=joined .cache=miss .cache=revalidated .cache=stale
        PrewarmResult : .detail! .line! .ms .reason! .reason=bad-encoding .reason=cancelled .reason=connect-failure
        PrewarmResult : .reason=corrupt .reason=deadline .reason=dns-failure .reason=empty .reason=encrypted
        PrewarmResult : .reason=external-reference .reason=forbidden-address .reason=forbidden-port
        PrewarmResult : .reason=forbidden-scheme .reason=http-status .reason=insecure-redirect
        PrewarmResult : .reason=inspection-failed .reason=invalid-url .reason=malformed-line .reason=overloaded
        PrewarmResult : .reason=polyglot .reason=stalled .reason=storage-error .reason=storage-full
        PrewarmResult : .reason=tls-failure .reason=too-large .reason=too-long .reason=too-many-pixels
        PrewarmResult : .reason=too-many-redirects .reason=transfer-failed .reason=truncated
        PrewarmResult : .reason=unsupported-type .sha256! .status! .status=attached .status=failed .url .url!
        Problem : .detail! .instance .name .offset .status! .title! .type! .type=about:blank
        Problem : .type=urn:attachd:malformed-json .type=urn:attachd:overloaded
        PurgeRequest : .all .host .olderThan .url
        Readiness : .notes .ready! .reasons! .reasons[]=draining .reasons[]=overloaded
        Reference : .identifier! .options .platform .platform=android .platform=ios .platform=web .role
        Reference : .role=background .role=bigPicture .role=fallback .role=largeIcon .role=lazy .source! .typeHint
        RemovalReport : .blobs! .entries! .failures! .freedBytes! .orphans!
        VerifyProgress : .checked .running! .total
        VerifyReport : .checked! .checkedBytes! .corrupt! .ghosts! .missing! .orphans! .skipped .unreadable!
        Warning : .code! .code=bad-token .code=codec-rarely-supported .code=collapse-id-too-long
        Warning : .code=data-too-large .code=fallback-used .code=malformed-aps .code=near-limit .code=no-alert
        Warning : .code=no-media .code=not-mutable .code=over-android-limit .code=payload-near-limit
        Warning : .code=payload-too-large .code=policy-differs .code=text-replaced .code=trailing-bytes
        Warning : .code=type-mismatch .detail!
        """
}
