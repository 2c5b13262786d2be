// See message_operation.hpp.
#include "designs/messages/message_operation.hpp"

namespace onceproof::designs {

const model::operation& message_operation() {
    static const model::operation one = [] {
        model::operation op;
        op.name = "message";
        op.request = "POST /v1/messages";
        op.asks_for = {{"recipient", "ann"},
                       {"text", "Your parcel is on its way."},
                       {"reference", "note-{serial}"}};
        op.headers = {{"Content-Type", "application/json"}};
        op.body = R"({"recipient":"{recipient}","text":"{text}","reference":"{reference}"})";
        op.described = "'{reference}' of {tenant} to {recipient}";
        op.others.resize(2);
        op.others[0].changes = {{"text", "Your parcel is lost."}};
        op.others[1].changes = {{"recipient", "bob"}};
        op.respelled.emplace().body =
            R"({ "reference": "{reference}", "text": "{text}", "recipient": "{recipient}" })";
        return op;
    }();
    return one;
}

}  // namespace onceproof::designs
