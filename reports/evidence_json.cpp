// See ci_formats.hpp.
#include "base/escape.hpp"
#include "reports/formats/ci_formats.hpp"
#include "reports/summary.hpp"

#include <boost/json.hpp>

#include <string_view>

namespace onceproof::reports {
namespace {

namespace json = boost::json;

class lines {
public:
    void add(std::string_view type, const json::object& members) {
        json::object line{{"schema_version", evidence_schema_version}, {"type", type}};
        for (const auto& member : members) {
            line.insert(member);
        }
        text_ += json::serialize(line) + '\n';
    }
    std::string take() { return std::move(text_); }

private:
    std::string text_;
};

void add_finding(const finding_entry& f, json::object& to) {
    to["rule"] = base::escape(f.rule);
    to["sentence"] = base::escape(f.sentence);
    to["first_seed"] = f.first_seed;
    to["seeds"] = f.seeds;
    to["story"] = f.story;
    to["again"] = f.again;
}

json::value verdict_json(std::optional<search::verdict> v) {
    return v ? json::value(to_text(*v)) : json::value();
}

void add_campaign(const campaign_entry& p, lines& to) {
    json::object line{{"scenario", p.scenario}, {"subject", p.subject}, {"mutant", p.mutant}};
    line["among"] = p.among;
    line["verdict"] = verdict_json(p.verdict);
    line["runs"] = p.runs;
    line["first_seed"] = p.first_seed;
    line["hash"] = p.hash.empty() ? json::value() : json::value(p.hash);
    line["milliseconds"] = p.milliseconds;
    line["missing"] = json::value_from(p.missing);
    json::array not_judged;
    for (const named_words& n : p.not_judged) {
        not_judged.push_back(json::object{{"rule", n.name}, {"runs", n.words}});
    }
    line["not_judged"] = std::move(not_judged);
    if (p.search) {
        const search_entry& s = *p.search;
        line["faults_max"] = s.faults_max ? json::value(*s.faults_max) : json::value();
        line["shard"] = json::array{s.shard, s.shards};
        line["parts"] = s.parts;
        line["parts_done"] = s.parts_done;
        line["not_run"] = s.not_run;
        line["behaviours"] = s.behaviours;
        line["behaviours_cut"] = s.behaviours_cut;
        line["violating"] = s.violating;
    }
    to.add("campaign", line);
    for (const finding_entry& f : p.findings) {
        json::object found{{"scenario", p.scenario}, {"subject", p.subject}, {"mutant", p.mutant}};
        add_finding(f, found);
        to.add("finding", found);
    }
}

void add_path(const path& p, lines& to) {
    json::array goals;
    for (std::size_t i = 0; i < p.goals.size(); ++i) {
        goals.push_back(json::object{{"name", p.scenario->goals[i]}, {"runs", p.goals[i]}});
    }
    json::array caught;
    for (const proof_entry* m : p.caught) {
        caught.push_back(json::string_view(m->mutant));
    }
    to.add("path", {{"scenario", p.scenario->name},
                    {"level", to_text(p.shown)},
                    {"verdict", verdict_json(p.verdict)},
                    {"runs", p.runs},
                    {"goals", goals},
                    {"proven_by", caught}});
}

void add_proof(const proof_entry& p, lines& to) {
    json::object line{{"subject", p.subject},     {"mutant", p.mutant},
                      {"broke", p.broke},         {"runs", p.runs},
                      {"scenarios", p.scenarios}, {"milliseconds", p.milliseconds}};
    if (p.broke) {
        line["scenario"] = p.scenario;
        add_finding(p.first, line);
    }
    to.add("searched", line);
}

void add_window(const window_entry& w, lines& to) {
    to.add("window", {{"subject", w.subject},
                      {"from", base::escape(w.from)},
                      {"to", base::escape(w.to)},
                      {"first", w.first},
                      {"last", w.last},
                      {"points", w.points},
                      {"nanoseconds", w.nanoseconds},
                      {"fault_kinds", w.fault_kinds},
                      {"sentence", base::escape(w.sentence)}});
}

void add_run(const run_entry& r, lines& to) {
    to.add("run", {{"command", r.command},
                   {"began", r.began},
                   {"ended", r.ended.empty() ? json::value() : json::value(r.ended)},
                   {"status", r.ended.empty() ? json::value() : json::value(r.status)}});
    for (const campaign_entry& p : r.campaigns) {
        add_campaign(p, to);
    }
    for (const proof_entry& p : r.proofs) {
        add_proof(p, to);
    }
    for (const window_entry& w : r.windows) {
        add_window(w, to);
    }
    for (const lateness_entry& l : r.latenesses) {
        to.add("lateness", {{"subject", l.subject},
                            {"nanoseconds", l.nanoseconds},
                            {"points", l.points},
                            {"breaks", json::value_from(l.breaks)}});
    }
}

}  // namespace

std::string to_json_lines(const evidence& e) {
    const summary sum = summary_of(e);
    lines all;
    all.add("build", {{"version", e.made_by.version},
                      {"commit", e.made_by.commit},
                      {"compiler", e.made_by.compiler},
                      {"boost", e.made_by.boost},
                      {"trace_format", e.made_by.trace_format}});
    for (const run_entry& r : e.runs) {
        add_run(r, all);
    }
    for (const path& p : sum.paths) {
        add_path(p, all);
    }
    for (const guard_row& g : sum.guards) {
        json::array mutants;
        for (const mutant_row& m : g.mutants) {
            mutants.push_back(json::string_view(m.mutant->name));
        }
        all.add("guard", {{"guard", g.guard->name},
                          {"statement", g.guard->words},
                          {"proven", g.is_proven()},
                          {"mutants", mutants}});
    }
    all.add("evidence", {{"runs", sum.runs},
                         {"held", sum.held},
                         {"violated", sum.violated},
                         {"inconclusive", sum.inconclusive},
                         {"findings", sum.findings.size()},
                         {"guards_proven", sum.guards_proven()},
                         {"mutants_caught", sum.mutants_caught()},
                         {"mutants_survived", sum.mutants_survived()},
                         {"gaps", json::value_from(gaps_in(e))},
                         {"overlaps", json::value_from(overlaps_in(e))}});
    return all.take();
}

}  // namespace onceproof::reports
