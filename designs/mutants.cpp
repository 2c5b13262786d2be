// Each subject with one guard missing: what a search must catch. See subject.hpp; the code is in
// model/mutants/.
#include "designs/casting.hpp"
#include "designs/claim_lease/claim_mutants.hpp"
#include "designs/degenerate/degenerate_mutants.hpp"
#include "designs/messages/message_mutants.hpp"
#include "designs/claim_lease/record_mutants.hpp"
#include "designs/claim_lease/replay_mutants.hpp"
#include "designs/client/client_mutants.hpp"
#include "designs/subject.hpp"
#include "designs/variants/variant_mutants.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
#include <vector>

namespace onceproof::designs {
namespace {

namespace broken = designs::mutants;

template <class Server>
mutant of_server(std::string_view name, std::string_view guard, std::string_view mistake,
                 std::string_view subject = "claim-lease") {
    return {name, guard, mistake, subject, with_server<Server>()};
}

void add_claims(std::vector<mutant>& all) {
    all.insert(
        all.end(),
        {
            of_server<broken::key_without_tenant>(
                "key-without-tenant", "scope",
                "Keys of all tenants are one set: one gets what another was answered."),
            of_server<broken::key_without_operation>(
                "key-without-operation", "scope",
                "Keys of all operations are one set: the second operation is refused."),
            of_server<broken::body_in_key>(
                "body-in-key", "scope",
                "The body is part of the key: another one under the same key is done, too."),
            of_server<broken::check_then_act>(
                "check-then-act", "claim",
                "Looks whether the key is there, then works: no unique insert arbitrates."),
            of_server<broken::claim_after_work>("claim-after-work", "claim",
                                                "The key is noted once the work is done."),
            of_server<broken::claim_in_memory>("claim-in-memory", "claim",
                                               "Keys are claimed in the memory of a process."),
            of_server<broken::lost_insert_is_an_error>(
                "lost-insert-is-an-error", "claim",
                "The unique violation, which is the normal way of a duplicate, surfaces as 503."),
            of_server<broken::claim_without_lease>(
                "claim-without-lease", "lease",
                "A claim is honoured for ever, though its owner is dead."),
            of_server<broken::lease_shorter_than_work>("lease-shorter-than-work", "lease",
                                                       "The lease ends while its owner works."),
            of_server<broken::missing_lease_is_dead>(
                "missing-lease-is-dead", "lease",
                "Who claims a key notes no lease, and a claim without one is taken for dead."),
            of_server<broken::clocks_disagree>(
                "clocks-disagree", "lease",
                "Each server judges leases by a clock of its own, and they are 1.5 s apart."),
            of_server<broken::lease_from_the_future>(
                "lease-from-the-future", "lease",
                "A lease that was made before the clock was set back is honoured until then."),
            of_server<broken::takeover_without_compare>(
                "takeover-without-compare", "takeover",
                "Two who see a dead claim both take it over."),
            of_server<broken::takeover_in_the_same_epoch>(
                "takeover-in-the-same-epoch", "takeover",
                "Who takes a claim over leaves its epoch: nothing tells the two owners apart."),
            of_server<broken::in_flight_is_a_rejection>(
                "in-flight-is-a-rejection", "in flight",
                "A duplicate in flight is answered 400, which the client takes for the end."),
            of_server<broken::wait_then_work>(
                "wait-then-work", "in flight",
                "Who has waited long enough for the outcome does the work itself.", "waiting"),
            of_server<broken::shutdown_frees_keys>(
                "shutdown-frees-keys", "drain",
                "The shutdown hook frees the keys that are claimed, though they are worked on."),
            of_server<broken::refused_duplicate_cleans_up>(
                "refused-duplicate-cleans-up", "refusal",
                "The error handler of the refused duplicate deletes the record."),
        });
}

// The code is whole; its database syncs too little.
mutant of_storage(std::string_view name, std::string_view mistake, std::string_view subject,
                  sim::journal_mode journal, sim::synchronous sync) {
    mutant m{name, "durable commit", mistake, subject, reference().who};
    m.storage = sim::database_options(journal, sync);
    return m;
}

void add_storages(std::vector<mutant>& all) {
    all.push_back(of_storage("commit-not-synced", "A commit waits for no sync: synchronous is OFF.",
                             "claim-lease", sim::journal_mode::truncate, sim::synchronous::off));
    all.push_back(of_storage("log-not-synced",
                             "A commit does not wait for the log: synchronous is NORMAL.",
                             "write-ahead-log", sim::journal_mode::wal, sim::synchronous::normal));
}

void add_records(std::vector<mutant>& all) {
    all.insert(
        all.end(),
        {
            of_server<broken::no_fingerprint>("no-fingerprint", "fingerprint",
                                              "A key stands for whatever request it comes with."),
            of_server<broken::raw_fingerprint>(
                "raw-fingerprint", "fingerprint",
                "The same request, spelled otherwise, is another one."),
            of_server<broken::partial_fingerprint>(
                "partial-fingerprint", "fingerprint",
                "Only the reference counts: another amount gets the answer of the first."),
            of_server<broken::volatile_fingerprint>(
                "volatile-fingerprint", "fingerprint",
                "The time of arrival counts: each retry is another request."),
            of_server<broken::one_version_only>(
                "one-version-only", "versions",
                "What another version wrote is compared with what this one would write."),
            of_server<broken::fingerprint_not_kept>(
                "fingerprint-not-kept", "fingerprint",
                "The completed record has no fingerprint: each replay is refused."),
            of_server<broken::refusal_overwrites_record>(
                "refusal-overwrites-record", "refusal",
                "What was refused is what the key stands for from then on."),
            of_server<broken::expiry_redoes>(
                "expiry-redoes", "retention",
                "A key that is too old is a new one: a late retry charges again."),
            of_server<broken::answer_not_stored>(
                "answer-not-stored", "recording",
                "The effect is committed, the answer to it is not kept."),
            of_server<broken::two_commits>("two-commits", "recording",
                                           "The effect and the record of it are two commits."),
            of_server<broken::record_before_effect>(
                "record-before-effect", "recording",
                "The first commit says that it is done, the second does it."),
            of_server<broken::unconditional_complete>(
                "unconditional-complete", "recording",
                "An owner who slept past its lease charges and records all the same."),
            of_server<broken::delete_on_error>(
                "delete-on-error", "release",
                "An error after the effect deletes the record, as one before it would."),
            of_server<broken::zombie_erases>(
                "zombie-erases", "release",
                "A failure deletes the record, though it may be another's by now."),
            of_server<broken::transient_failure_stored>(
                "transient-failure-stored", "release",
                "A failure that would pass is kept as the outcome."),
        });
}

void add_replays(std::vector<mutant>& all) {
    all.insert(
        all.end(),
        {
            of_server<broken::replay_loses_headers>(
                "replay-loses-headers", "replay",
                "Of the first answer only status and body are replayed."),
            of_server<broken::replay_changes_status>("replay-changes-status", "replay",
                                                     "201 is replayed as 200."),
            of_server<broken::replay_wraps_body>("replay-wraps-body", "replay",
                                                 "The stored body is wrapped into another one."),
            of_server<broken::replay_falls_through>(
                "replay-falls-through", "replay",
                "Having answered, the request is handed on to the handler all the same."),
            of_server<broken::empty_answer_is_none>(
                "empty-answer-is-none", "replay",
                "An outcome without a body is taken for no outcome."),
            of_server<broken::keys_for_puts>(
                "keys-for-puts", "classification",
                "A resource that is put again is answered from the record of the first time."),
        });
}

void add_variants(std::vector<mutant>& all) {
    all.insert(
        all.end(),
        {
            of_server<broken::effect_before_key>(
                "effect-before-key", "one transaction",
                "The effect is one commit, the key and the answer are the next.",
                "local-transaction"),
            of_server<broken::key_before_effect>(
                "key-before-effect", "one transaction",
                "The key and the answer are one commit, the effect is the next.",
                "local-transaction"),
            of_server<broken::existing_is_an_error>("existing-is-an-error", "natural key",
                                                    "What is there already is an error.",
                                                    "natural-key"),
            of_server<broken::existing_is_good_enough>(
                "existing-is-good-enough", "natural key",
                "Whatever is there under the reference will do.", "natural-key"),
            of_server<broken::no_downstream_key>("no-downstream-key", "downstream key",
                                                 "The call downstream carries no key.",
                                                 "recovery-points"),
            of_server<broken::downstream_key_per_call>(
                "downstream-key-per-call", "downstream key",
                "The key downstream has what is minted for each call.", "recovery-points"),
            of_server<broken::downstream_key_per_owner>(
                "downstream-key-per-owner", "downstream key",
                "The key downstream has what each owner of the claim has its own of.",
                "recovery-points"),
            of_server<broken::unknown_is_failure>(
                "unknown-is-failure", "unknown outcome",
                "Not to know whether it was done downstream is taken for that it was not.",
                "recovery-points"),
            of_server<broken::unknown_is_success>(
                "unknown-is-success", "unknown outcome",
                "Not to know whether it was done downstream is taken for that it was.",
                "recovery-points"),
            of_server<broken::blind_reissue>("blind-reissue", "look-up",
                                             "The call is made again without a look.", "look-up"),
            of_server<broken::stale_look_up_believed>("stale-look-up-believed", "look-up",
                                                      "\"There is none\" is believed at once.",
                                                      "look-up"),
            of_server<broken::clock_trusted>(
                "clock-trusted", "look-up",
                "Latecomers are waited for by a clock that may gain, with nothing added.",
                "look-up"),
            of_server<broken::fail_open>("fail-open", "fail closed",
                                         "When the keys cannot be asked, the work is done without.",
                                         "cache-marker"),
        });
}

void add_clients(std::vector<mutant>& all) {
    for (const designs::named_client_mutant& m : designs::client_mutants()) {
        static std::deque<cast> casts;  // a deque, since mutants point into it
        casts.push_back({reference().who->make_server, m.make});
        all.push_back({m.name, m.guard, m.mistake, "claim-lease", &casts.back()});
    }
}

void add_messages(std::vector<mutant>& all) {
    all.insert(
        all.end(),
        {
            of_server<broken::message_looks_then_acts<platform>>(
                "message-looks-then-acts", "claim",
                "Looks whether the key is there, then takes the message all the same.", "messages"),
            of_server<broken::message_before_key<platform>>(
                "message-before-key", "one transaction",
                "The message is a commit of its own, before that of the key.", "messages"),
            of_server<broken::message_without_fingerprint<platform>>(
                "message-without-fingerprint", "fingerprint",
                "A key stands for whatever it comes with.", "messages"),
            of_server<broken::message_told_as_duplicate<platform>>(
                "message-told-as-duplicate", "replay",
                "A duplicate is told that it is one, instead of what the first was told.",
                "messages"),
        });
}

}  // namespace

std::span<const mutant> all_mutants() {
    static const std::vector<mutant> all = [] {
        std::vector<mutant> some;
        add_clients(some);
        add_claims(some);
        add_records(some);
        add_storages(some);
        add_replays(some);
        add_variants(some);
        add_messages(some);
        std::ranges::copy(degenerate_mutants(), std::back_inserter(some));
        return some;
    }();
    return all;
}

const mutant* find_mutant(std::string_view name) {
    const auto all = all_mutants();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const mutant& m) { return m.name == name; });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace onceproof::designs
