// Operations as data: how they are filled in, and found.
#include "designs/parts/charge_operations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace onceproof::designs {
namespace {

using model::field;
using model::occasion;
using model::operation;
using model::wanted;
using ::testing::ElementsAre;

occasion the(std::uint64_t serial) {
    occasion when;
    when.serial = serial;
    when.tenant = "shop";
    return when;
}

TEST(Operation, IsFilledInForAnIntent) {
    const wanted w = fill(charge_operation(), the(7));
    EXPECT_EQ(w.operation, "POST /v1/charges");
    EXPECT_EQ(w.body, R"({"amount":1250,"currency":"EUR","reference":"order-7"})");
    EXPECT_THAT(w.headers, ElementsAre(field{"Content-Type", "application/json"}));
    EXPECT_EQ(w.described, "'order-7' of shop over 1250");
    EXPECT_EQ(*find_field(w.asks_for, "reference"), "order-7");
    EXPECT_EQ(find_field(w.asks_for, "serial"), nullptr);
}

TEST(Operation, HasVariants) {
    occasion other = the(1);
    other.other = true;
    EXPECT_EQ(fill(charge_operation(), other).body,
              R"({"amount":1251,"currency":"EUR","reference":"order-1"})");
    other.declined = true;
    EXPECT_EQ(*find_field(fields_of(charge_operation(), other), "amount"), "2000001");
    occasion respelled = the(1);
    respelled.respelled = true;
    EXPECT_EQ(fill(charge_operation(), respelled).body,
              R"({ "reference": "order-1", "currency": "EUR", "amount": 1250.0 })");
    EXPECT_EQ(fields_of(charge_operation(), respelled), fields_of(charge_operation(), the(1)));
    occasion minimal = the(1);
    minimal.minimal = true;
    EXPECT_THAT(
        fill(charge_operation(), minimal).headers,
        ElementsAre(field{"Content-Type", "application/json"}, field{"Prefer", "return=minimal"}));
    occasion large = the(1);
    large.extra = 3;
    EXPECT_EQ(fill(charge_operation(), large).body,
              R"({"amount":1250,"currency":"EUR","reference":"order-1","description":"xxx"})");
}

TEST(Operation, WritesAValueIntoABodyAsJsonAndLeavesOtherBracesAlone) {
    operation note;
    note.asks_for = {{"text", "{tenant} says \"no\"\n"}};
    note.body = R"({"text":"{text}","of":"{tenant}","{unknown}":"{})";
    note.described = "{text}{";
    const wanted w = fill(note, the(1));
    EXPECT_EQ(w.body, R"({"text":"shop says \"no\"\n","of":"shop","{unknown}":"{})");
    EXPECT_EQ(w.described, "shop says \"no\"\n{");
}

TEST(Operation, KnowsWhichVariantsItLacks) {
    operation bare;
    bare.request = "POST /notes";
    occasion minimal = the(1);
    EXPECT_TRUE(has_variants(bare, minimal));
    minimal.minimal = true;
    EXPECT_FALSE(has_variants(bare, minimal));
}

TEST(Operation, ChangesOnlyFieldsThatItHas) {
    occasion when = the(1);
    when.changes = {{"amount", "900"}, {"colour", "red"}};
    EXPECT_THAT(fields_of(charge_operation(), when),
                ElementsAre(field{"amount", "900"}, field{"currency", "EUR"},
                            field{"reference", "order-1"}));
}

TEST(Operation, EscapesWhatItPutsIntoABody) {
    operation note;
    note.request = "POST /notes";
    note.asks_for = {{"text", "a \"word\" of {tenant}"}};
    note.body = R"({"text":"{text}","is":{"open":{}}})";
    EXPECT_EQ(fill(note, the(1)).body, R"({"text":"a \"word\" of shop","is":{"open":{}}})");
}

TEST(Operation, SaysWhatTheBusinessDeclines) {
    const auto declines = [](const operation& op, const occasion& when) {
        return is_declined(op, when, fields_of(op, when));
    };
    occasion large = the(1);
    large.changes = {{"amount", "1000000"}};
    EXPECT_FALSE(declines(charge_operation(), the(1)));
    EXPECT_FALSE(declines(charge_operation(), large));
    large.changes = {{"amount", "1000001"}};
    EXPECT_TRUE(declines(charge_operation(), large));
    EXPECT_TRUE(declines(refund_operation(), large));
    EXPECT_FALSE(declines(order_operation(), large)) << "it charges nobody";
    occasion declined = the(1);
    declined.declined = true;
    EXPECT_TRUE(declines(charge_operation(), declined));
}

TEST(Operation, IsFoundByItsClassOrByMethodAndTarget) {
    const std::vector<const operation*> all{&order_operation(), &charge_operation(),
                                            &refund_operation()};
    EXPECT_EQ(find_operation(all, "unsafe"), &charge_operation());
    EXPECT_EQ(find_operation(all, "another unsafe"), &refund_operation());
    EXPECT_EQ(find_operation(all, "replace"), &order_operation());
    EXPECT_EQ(find_operation(all, "read"), nullptr);
    EXPECT_EQ(find_operation(all, "POST /v1/refunds"), &refund_operation());
    EXPECT_EQ(find_operation(all, "PUT /v1/orders/order-9"), &order_operation());
    EXPECT_EQ(find_operation(all, "POST /v1/others"), nullptr);
    EXPECT_TRUE(model::is_class_of_operations("read"));
    EXPECT_FALSE(model::is_class_of_operations("POST /v1/refunds"));
}

}  // namespace
}  // namespace onceproof::designs
