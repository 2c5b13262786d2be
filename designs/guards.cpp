// The guards of the request path, in the order in which a request meets them. See subject.hpp.
#include "designs/subject.hpp"

#include <algorithm>
#include <array>

namespace onceproof::designs {

std::span<const guard> guards() {
    static constexpr std::array<guard, 36> all{{
        {"key", "Every attempt of an intent carries the same key."},
        {"key kept over a restart",
         "The key is kept before the first attempt, and outlives the client."},
        {"one request", "What is sent again is what was sent."},
        {"keyed retries only", "What is unsafe to repeat is not sent again without a key."},
        {"retry decision", "Only what settles nothing is tried again, under the same key."},
        {"backoff", "The pause before a retry grows with each attempt."},
        {"jitter", "Pauses are drawn, so that clients do not return together."},
        {"Retry-After", "What the server asks to wait is waited, and no jitter undercuts it."},
        {"attempt cap", "An intent is sent so often and no more."},
        {"elapsed cap", "An intent is tried for so long and no longer."},
        {"retry budget", "Retries are bounded by what succeeds."},
        {"circuit breaker", "A server that keeps failing is left alone; then one probe decides."},
        {"deadline", "The server is told how long the client waits."},
        {"unknown is unknown", "Not to know the outcome is told so, never as a failure."},
        {"classification", "What is idempotent by nature is done each time it is asked for."},
        {"scope", "A key of one tenant and operation says nothing about those of another."},
        {"claim", "Of all attempts with a key one wins a unique insert, before any work."},
        {"fingerprint", "A key stands for the request that it first came with, however spelled."},
        {"versions", "What a server of another version recorded is understood."},
        {"refusal", "To refuse changes nothing."},
        {"retention", "A key that is too old to be replayed is told so, and does nothing."},
        {"lease", "A claim is honoured until its lease has run out, and no longer."},
        {"in flight", "A duplicate of what is under way is refused, or waits."},
        {"takeover", "A dead claim is taken over by compare-and-set."},
        {"recording",
         "The effect and the answer are one commit, and only while the claim is ours."},
        {"durable commit", "What is acknowledged is safe on the disk before."},
        {"release",
         "A failure gives up a claim only if it did no harm and the claim is still ours."},
        {"drain", "A server that stops ends what it has begun, and gives no claim away before."},
        {"replay", "A duplicate gets the stored answer, byte for byte."},
        {"one transaction", "The key, the effect and the answer are one commit."},
        {"natural key", "A constraint on a business column arbitrates."},
        {"downstream key", "Each step downstream has one key, over all attempts and owners."},
        {"unknown outcome", "After an unknown outcome downstream nothing is taken for failed."},
        {"look-up",
         "Before a call is made again, what became of the one before is looked up, and "
         "latecomers are waited for."},
        {"work", "What is asked for is done, unless there is a reason to refuse it."},
        {"fail closed", "When the keys cannot be asked, nothing is done."},
    }};
    return all;
}

const guard* find_guard(std::string_view name) {
    const auto all = guards();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const guard& g) { return g.name == name; });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace onceproof::designs
