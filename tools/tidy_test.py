"""Tests of tidy: for each rule what it reports, where, and the nearest forms that it does not."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import tidy  # noqa: E402


def build(root, files):
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


class Rule(unittest.TestCase):
    def expect(self, rule, rows):
        """rows: (path, text, lines at which the rule reports), and the other files of the tree."""
        for path, text, lines, *others in rows:
            with self.subTest(text=text), tempfile.TemporaryDirectory() as folder:
                build(Path(folder), {path: text, **dict(*others)})
                offences, _ = tidy.check(Path(folder))
                found = [offence for offence in offences if offence[2] == rule]
                self.assertEqual([line for _, line, *_ in found], lines, found)

    def expect_bodies(self, rule, offending, good):
        """Statements in the third line of a file, in a function."""
        frame = "// Text.\nawaitable<void> f() {\n%s\n}\n"
        self.expect(rule, [("sim/a.cpp", frame % text, [3]) for text in offending])
        self.expect(rule, [("sim/a.cpp", frame % text, []) for text in good])


class Nondeterminism(Rule):
    def test_names(self):
        self.expect_bodies("nondeterminism", [
            "auto t = std::chrono::system_clock::now();",
            "using clock = std::chrono::steady_clock;",
            "auto t = std::chrono::system_clock ::\nnow();",
            "clock_gettime(CLOCK_REALTIME, &t);",
            "seed(time(nullptr));",
            "seed(time( NULL ));",
            "seed(::time(0));",
            "auto t = std::time(&x);",
            "auto t = std::clock();",
            "std::random_device device;",
            "std::mt19937_64 engine;",
            "std::uniform_int_distribution<int> die(1, 6);",
            "std::student_t_distribution<> d;",
            "return rand() % 6;",
            "return a && rand();",
            "return a * std::rand();",
            "return ::random();",
            "srand(1);",
            "std::shuffle(a.begin(), a.end(), r);",
            "std::ranges::sample(a, b, 1, r);",
            "std::jthread t([] {});",
            "std::thread::id id;",
            "std::shared_mutex m;",
            "std::condition_variable_any c;",
            "std::this_thread::yield();",
            "usleep(1);",
            "std::unordered_map<int, int> m;",
            "boost::unordered_flat_set<int> s;",
            "using boost::unordered::unordered_map;",
            "return std::hash<int>{}(1);",
            "return reinterpret_cast<std::uintptr_t>(this);",
            "asio::steady_timer t(e);",
            "boost::asio::ip::tcp::socket s(e);",
            "boost::asio::strand<executor> s;",
            "beast::tcp_stream s(e);",
        ], [
            "std::chrono::system_clock::time_point t;",
            "auto t = w.time(0);",
            "auto r = w.random(label);",
            "auto r = w->sleep(1);",
            "std::uint64_t random(std::string_view label);",
            "std::vector<int> random(int n);",
            "int* random(int n);",
            "auto r = sim::random(label);",
            "int operand(rand_state), brand(1);",
            "// std::thread, rand()",
            "/* std::thread\nrand() */",
            'auto s = "std::thread rand()";',
            'auto s = R"x(std::thread ")" rand())x";',
            "char c = '\"'; int n = 1'000; // rand()",
            "sim::steady_timer t; my_unordered_map m;",
            "#include <unordered_map>",
        ])

    def test_allowance(self):
        self.expect("nondeterminism", [
            ("sim/a.cpp", "// tidy: allow std::thread: it may hang\nstd::thread t;", []),
            ("sim/a.cpp", "std::thread t;  // tidy: allow std::thread: it may hang", []),
            ("sim/a.cpp", "// tidy: allow rand: a reason,\n// in two lines\nint x = rand();", []),
            ("sim/a.cpp", "// tidy: allow rand: both\nint x = rand() + rand();", []),
            ("sim/a.cpp", "// tidy: allow rand: a\n// tidy: allow srand: b\nsrand(rand());", []),
            ("sim/a_test.cpp", "std::thread t;", [1]),
            ("sim/a_bench.cpp", "std::thread t;  // tidy: allow std::thread: four measured", []),
            ("sim/a.cpp", "std::thread t;  // tidy: allow std::thread", [1]),
            ("sim/a.cpp", "std::thread t;  // tidy: allow std::thread: ", [1]),
            ("sim/a.cpp", "// tidy: allow everything please\nint i;", [1]),
            ("sim/a.cpp", "std::thread t;  // tidy: allow rand: another name", [1, 1]),
            ("sim/a.cpp", "// tidy: allow rand: too far\n\nint x = rand();", [1, 3]),
            ("sim/a.cpp", "// tidy: allow rand: of no use\nint x;", [1]),
        ])

    def test_files_of_that_purpose(self):
        self.expect("nondeterminism", [
            ("sim/traps/watchdog.cpp", "std::thread t;", []),
            ("sim/traps/traps.cpp", "int rand() { return rand(); }", []),
            ("faults/traps.cpp", "std::thread t;", [1]),
            ("sim/deep/er/a.hpp", "std::thread t;", [1]),
            ("sim/build/a.hpp", "std::thread t;", []),
            ("other/a.hpp", "std::thread t;", []),
        ])


class ArgumentOrder(Rule):
    def test_statements(self):
        self.expect_bodies("argument order", [
            "f(w.draw(1), w.next());",
            "f(w->draw(1), 7, draw(2));",
            "f(w.draw<int>(1), w.draw<long>(2));",
            "f(g(w.draw(1)), h(w.draw(2)));",
            "f(T{w.draw(1)}, w.draw(2));",
            "T x(w.draw(1), w.draw(2));",
            "auto p = std::make_pair<int, int>(w.draw(1), w.draw(2));",
            "g(1, T{f(w.draw(1), w.draw(2))});",
            "EXPECT_EQ(w.draw(1), w.draw(1));",
            "f(co_await a.ask(1), co_await b.ask(2));",
            "T x{f(w.draw(1), w.draw(2)), 1};",
            "run([&] { f(w.draw(1), w.draw(2)); });",
            "if (f(w.draw(1), w.draw(2))) {\n}",
            "return w.draw(1) + w.draw(2);",
            "return w.draw(1) * 2 - w.draw(2);",
            "return w.draw(1) * w.draw(2);",
            "return w.draw(1) < w.draw(2);",
            "return a && w.draw(1) == (w.draw(2) && b);",
            "if (w.draw(1) != w.draw(2)) {\n}",
        ], [
            "f(w.draw(1), 2);",
            "f(w.draw(1), w.size());",
            "f(w.draw(w.next()));",
            "f({w.draw(1), w.draw(2)});",
            "T x{w.draw(1), w.draw(2)};",
            "f(w.draw(1)); f(w.draw(2));",
            "a(w.draw(1)).b(w.draw(2));",
            "f([&] { return w.draw(1); }, [&] { return w.draw(2); });",
            "f(w.draw(1), [&](int) -> int { return w.draw(2); });",
            "f(sizeof(w.draw(1)), w.draw(2));",
            "f(a.id(), b.id(), std::next(a), std::next(b));",
            "f(draw, next(1)); f(T::draw, next(1));",
            "for (auto i = w.draw(1); i < w.draw(2); i += w.draw(3)) {\n}",
            "if (w.draw(1)) w.draw(2);",
            "if (w.draw(1)) -w.draw(2);",
            "void f(int read(int), int write(int));",
            "if (w.draw(1)) {\n} *p = w.draw(2);",
            "while (w.step()) {\nw.step();\n}",
            "bool b = w.draw(1) && w.draw(2) || w.draw(3);",
            "int i = w.draw(1) ? w.draw(2) : w.draw(3);",
            "out << w.draw(1) << w.draw(2);",
            "m[w.draw(1)] = w.draw(2); n += w.draw(3);",
            "auto x = -w.draw(1), y = +w.draw(2);",
            "T& read(int a); const T* read(int a); std::vector<T> read(int a);",
            "std::function<int(int)> read, write; f<A, B>(w.draw(1));",
            'f("w.draw(1), w.draw(2)");  // f(w.draw(1), w.draw(2))',
        ])

    def test_line_is_that_of_the_second_call(self):
        self.expect("argument order", [
            ("sim/a.cpp", "int x = f(w.draw(1),\n  3,\n  w.draw(2));", [3]),
            ("sim/a.cpp", "x() : a(w.draw(1)), b(w.draw(2)) {}", []),
            ("sim/a.cpp", "f(w.draw(1), g(w.draw(2),\n w.draw(3)));", [1, 2]),
        ])


class LayerOrder(Rule):
    def test_includes(self):
        self.expect("layer order", [
            ("sim/a.cpp", '#include "sim/b.hpp"\n#include <set>\n#include <boost/asio.hpp>\n', []),
            ("model/a.cpp", '#include "sim/b.hpp"\n#include "faults/b.hpp"\n', []),
            ("sim/a.cpp", '\n#include "faults/b.hpp"\n', [2]),
            ("scenarios/slow/a.cpp", '#  include "reports/b.hpp"', [1]),
            ("faults/a.hpp", "#include <model/b.hpp>", [1]),
            ("cli/a.cpp", '#include "reports/b.hpp"\n#include "attic/b.hpp"', [2]),
            ("sim/a.cpp", '#include "b.hpp"', [1]),
            ("sim/a.cpp", '#include "../sim/b.hpp"', [1]),
            ("sim/a.cpp", '// #include "b.hpp"\nauto s = "#include";', []),
            ("sim/a.cpp", 'auto s = R"(\n#include "b.hpp"\n)";', []),
        ])


class CoAwaitOperand(Rule):
    def test_statements(self):
        self.expect_bodies("co_await operand", [
            "co_await f({.key = s});",
            "co_await f(T{});",
            "co_await f(x, {});",
            "auto r = co_await f(std::vector<int>{1, 2});",
            "auto r = T{co_await f()};",
            "T r{co_await f(), 1};",
            "T r = {co_await f(), 1};",
            "co_return T{co_await f()};",
            "co_return {co_await f()};",
            "co_await run([s] { return s; });",
            "co_await run([&]() mutable -> awaitable<void> { co_return; });",
            "co_await run([this](auto x) { use(x); }, use_awaitable);",
            "co_await run([x = 1]<class T>(T) noexcept { });",
            "EXPECT_EQ(co_await f(), T{1});",
            "if (co_await f(T{1})) {\n}",
            "if (auto [a, b] = co_await f({1}); a) {\n}",
            "for (auto x : co_await f({1})) {\n}",
            "for (auto i = T{}; co_await f(T{i}); ++i) {\n}",
            "while (a) co_await f({1});",
            "{ { co_await f(decltype(x){}); } }",
            "co_spawn(e, [&]() -> awaitable<void> { co_await f({1}); });",
            "co_await (f({1}) && g());",
            "co_await f(new T[2]{1, 2});",
        ], [
            "auto x = T{1};\nco_await f(std::move(x));",
            "auto op = f({1});\nco_await std::move(op);",
            "T x{1};\nT y = {1};\nco_await f(x, y);",
            "co_await run([] { return T{1}; });",
            "co_await run([](int x) -> pair<int, int> { return {x, 1}; }, use_awaitable);",
            "auto [a, b] = co_await f();",
            "auto& [a, b] = co_await f(x[i], m[k]);",
            "if (co_await f(x)) {\nauto y = T{1};\n}",
            "if (co_await f(x)) y = T{1};",
            "if (g(T{1})) co_await f(x);",
            "if (co_await f(x)) {\n} else {\nuse({1});\n}",
            "for (auto x : {1, 2}) {\nco_await f(x);\n}",
            "for (auto i = T{}; co_await f(i); i = T{}) {\n}",
            "switch (co_await f()) {\ncase 1: {\nuse(T{1});\n}\ndefault: break;\n}",
            "do {\n} while (co_await f());\nuse(T{});",
            "try {\nco_await f();\n} catch (const e& x) {\nuse({1});\n}",
            "co_return {1, 2};",
            "co_return T{};",
            "co_spawn(e, [&]() -> awaitable<void> { co_await f(x); }, T{});",
            "auto g = [&](T x = {}) -> awaitable<T> { co_return co_await f(x); };",
            "run([s] { return s; });\nco_await f();",
            "co_await f(std::string(3, 'x'), \"{}\");  // f({})",
            "struct local {\nint x{1};\n};\nco_await f(local());",
        ])

    def test_around_the_function(self):
        for head in ("awaitable<T> f(T x = {}) {", "auto f() -> awaitable<T> {", "TEST(a, b) {",
                     "x& x::operator=(x&& y) noexcept {", "void f() requires a<T> {",
                     "#define BEGIN(x) if (x) {\n#define CALL co_await f({ \\\n  1 })\nvoid f() {",
                     "template <class T>\nstruct x : y<T> {\nx() : a{1}, b{2} {}\nauto f() const {",
                     "namespace a::b {\ntemplate <class T> class x final {\nauto f() & noexcept {",
                     "enum class e : int { a };\nT x{1};\nextern \"C\" {\nauto f() -> a::b<c>& {"):
            close = "}" * (head.count("{") - head.count("}"))
            row = f"{head}\nco_await f(x);\n{close}\nT y{{}};\n"
            bad = f"{head}\nco_await f(x,\n{{}});\n{close}\n"
            self.expect("co_await operand", [("sim/a.cpp", row, []),
                                             ("sim/a.cpp", bad, [head.count("\n") + 3])])


class Listed(Rule):
    def test_cmake(self):
        layer = "layer(sim SOURCES a.cpp\n  HEADERS deep/b.hpp ${CMAKE_CURRENT_SOURCE_DIR}/c.cpp)"
        self.expect("listed", [
            ("sim/a.cpp", "", [], {"sim/CMakeLists.txt": layer}),
            ("sim/c.cpp", "", [], {"sim/CMakeLists.txt": layer}),
            ("sim/deep/b.hpp", "", [], {"sim/CMakeLists.txt": layer}),
            ("sim/deep/b.hpp", "", [], {"sim/deep/CMakeLists.txt": "f(b.hpp)"}),
            ("sim/a.cpp", "", [], {"CMakeLists.txt": 'f("sim/a.cpp")'}),
            ("sim/a.cpp", "", [1], {"sim/CMakeLists.txt": "f(aa.cpp)  # a.cpp"}),
            ("sim/deep/a.cpp", "", [1], {"sim/CMakeLists.txt": layer}),
            ("faults/a.cpp", "", [1], {"sim/CMakeLists.txt": layer}),
        ])

    def test_globs(self):
        layer = "file(GLOB found CONFIGURE_DEPENDS */*.cpp)"
        self.expect("listed", [
            ("sim/deep/a.cpp", "", [], {"sim/CMakeLists.txt": layer}),
            ("sim/a.cpp", "", [1], {"sim/CMakeLists.txt": layer}),
            ("sim/deep/a.hpp", "", [1], {"sim/CMakeLists.txt": layer}),
            ("sim/very/deep/a.cpp", "", [1], {"sim/CMakeLists.txt": layer}),
        ])


class OneName(Rule):
    def test_types(self):
        frame = "namespace onceproof::sim {\n%s\n}\n"
        hidden = "namespace onceproof::sim {\nnamespace {\n%s\n}  // namespace\n}\n"
        other = {"sim/a.hpp": frame % "struct span {\n};"}
        self.expect("one name", [
            ("sim/b.hpp", frame % "class span final {\n};", [2], other),
            ("sim/b.cpp", frame % "enum class span : int {\n};", [2], other),
            ("sim/b.hpp", frame % "template <class T> struct span {\n};", [2], other),
            ("sim/b.cpp", hidden % "struct span {\n};", [], other),
            ("sim/b.hpp", frame % "struct span;", [], other),
            ("sim/b.hpp", frame % "struct span;  // a.hpp", [], other),
            ("sim/b.hpp", frame % "struct spans {\n};", [], other),
            ("sim/b.cpp", frame % "template <class T>\nstruct span<T>::part {\n};", [], other),
            ("sim/b.cpp", frame % "struct owner::span {\n};", [], other),
            ("sim/b.hpp", frame.replace("sim", "sim::detail") % "struct span {\n};", [], other),
            ("faults/b.hpp", frame % "struct span {\n};", [], other),
        ])

    def test_names_of_unnamed_namespaces(self):
        hidden = "namespace onceproof::sim {\nnamespace {\n%s\n}  // namespace\n}\n"
        frame = "namespace onceproof::sim {\n%s\n}\n"
        function = {"sim/a.cpp": hidden % "int span_of(int x) {\n}"}
        self.expect("own name", [
            ("sim/b.cpp", hidden % "int span_of(char y) {\n}", [3], function),
            ("sim/b.cpp", hidden % "struct span_of {\n};", [3], function),
            ("sim/b.cpp", hidden % "constexpr int span_of = 3;", [3], function),
            ("sim/b.cpp", frame % "int span_of(char y) {\n}", [], function),
            ("sim/b.cpp", hidden % "int spans_of(int x) {\n}", [], function),
            ("sim/b.cpp", hidden % "void f() {\n    int span_of = 3;\n}", [], function),
            ("sim/b_test.cpp", hidden % "int span_of(char y) {\n}", [], function),
            ("sim/b_bench.cpp", hidden % "int span_of(char y) {\n}", [], function),
            ("faults/b.cpp", hidden % "int span_of(char y) {\n}", [], function),
            ("sim/b.cpp", hidden % "int span_of(char y) {\n}", [3],
             {"sim/z.hpp": frame % "int span_of(int x);"}),
        ])


class Size(Rule):
    def test_lengths(self):
        def lines(count):
            return "x;\n" * count
        self.expect("size", [
            ("sim/a.cpp", "//" + "x" * 98 + "\n" + "//" + "é" * 98, []),
            ("sim/a.cpp", "\n//" + "x" * 99, [2]),
            ("sim/a.cpp", "namespace a {\nvoid f() {\n" + lines(68) + "}\n}", []),
            ("sim/a.cpp", "namespace a {\nvoid f() {\n" + lines(69) + "}\n}", [2]),
            ("sim/a.cpp", "struct s : t {\nint f() const {\nif (x) {\n" + lines(69) + "}}};", [2]),
            ("sim/a.cpp", "auto f = [] {\n" + lines(69) + "};", [1]),
            ("sim/a_test.cpp", "TEST_F(a, b) {\n" + lines(69) + "}", [1]),
            ("sim/a_test.cpp", "RC_GTEST_PROP(a, b, (int x)) {\n" + lines(69) + "}", [1]),
            ("sim/a.cpp", "void f() {\n" + lines(40) + "}\nvoid g() {\n" + lines(40) + "}", []),
            ("sim/a.cpp", "struct s {\n" + lines(90) + "};\nnamespace {\n" + lines(90) + "}", []),
            ("sim/a.cpp", "const T x = {\n" + "1,\n" * 90 + "};", []),
            ("sim/a.cpp", "enum class e {\n" + "a,\n" * 90 + "};", []),
            ("sim/a.cpp", lines(800), []),
            ("sim/a.cpp", lines(801), [801]),
        ])


class HeaderGuard(Rule):
    def test_head(self):
        self.expect("header guard", [
            ("sim/a.hpp", "// What it is.\n// And more.\n\n#pragma once\n\n#include <a>\n", []),
            ("sim/a.hpp", "#pragma once\n", [1]),
            ("sim/a.hpp", "// What it is.\n#include <a>\n#pragma once\n", [2]),
            ("sim/a.hpp", "// What it is.\n#ifndef A\n#define A\n#endif\n", [2]),
            ("sim/a.hpp", "// What it is.\n", [1]),
            ("sim/a.cpp", "// What it is.\n#include <a>\n", []),
            ("sim/a.cpp", "#include <a>\n", [1]),
            ("sim/a.cpp", "//\n", [1]),
            ("sim/a.cpp", "", [1]),
        ])


class DebugMarks(Rule):
    def test_marks(self):
        self.expect("debug marks", [
            ("sim/a.cpp", "\nint x;  // TODO", [2]),
            ("sim/a.cpp", "// FIXME: later", [1]),
            ("sim/a.cpp", "/* a\n XXX(me): is it so */", [2]),
            ("sim/a.cpp", "// TODO: linger, once a scenario closes with data unread", []),
            ("sim/a.cpp", "int TODO; auto s = \"XXX\";  // XXXL", []),
            ("sim/a.cpp", "std::cerr << 1;\nstd::printf(s);\nfprintf(stderr, s);", [1, 2, 3]),
            ("sim/a.cpp", "std::snprintf(b, n, s); sprintf_to(b);  // std::cerr", []),
            ("cli/a.cpp", "std::cerr << 1;", []),
            ("sim/traps/watchdog.cpp", "std::cerr << 1;", []),
        ])


class Docs(Rule):
    def test_pages(self):
        page = {"docs/b.md": "# B\n", "a.md": "# A\n"}
        self.expect("docs", [
            ("README.md", "# A\n\n## B\n[b](docs/b.md#x) [c](https://a.b/c) [d](#b)\n", [], page),
            ("docs/x/c.md", "# A\n[a](../../a.md) [b](/docs/b.md)\n![b](../b.md 'B')\n", [], page),
            ("docs/c.md", "# A\n\n```\n# not a title\n[x](y)\n```\nand `[x](y)`\n", [], page),
            ("docs/c.md", "# A\n~~~sh\n```\n# no\n~~~\n# B\n", [6], page),
            ("docs/c.md", "text\n", [1], page),
            ("docs/c.md", "# A\n[b](docs/b.md)\n[c]: none.md\n", [2, 3], page),
            ("sim/c.md", "text\n", [], page),
        ])


class Command(unittest.TestCase):
    def run_on(self, files):
        with tempfile.TemporaryDirectory() as folder:
            build(Path(folder), files)
            command = [sys.executable, str(Path(__file__).with_name("tidy.py")), folder]
            result = subprocess.run(command, capture_output=True, text=True, check=False)
            return result.returncode, result.stdout.splitlines()

    clean = {"CMakeLists.txt": "f(sim/a.hpp)", "sim/a.hpp": "// Text.\n\n#pragma once\n",
             "README.md": "# A\n"}

    def test_clean_tree(self):
        self.assertEqual(self.run_on(self.clean), (0, ["tidy: 2 files read, 0 offences."]))

    def test_offence(self):
        header = "// A.\n#pragma once\nint x = rand();\n"
        status, lines = self.run_on({**self.clean, "sim/a.hpp": header})
        self.assertEqual((status, len(lines)), (1, 2))
        self.assertRegex(lines[0], r"^sim/a\.hpp:3: nondeterminism: `rand` .*\.$")

    def test_nothing_to_read(self):
        self.assertEqual(self.run_on({"other/a.cpp": ""})[0], 2)

    def test_broken_sources_do_not_stop_it(self):
        for text in ("}}}", "f({[(", '"', 'R"(', "[", "co_await", "a <", "#", "/*", "template",
                     "->{", "draw(", ")draw()(", "[]", "\\", "co_await [x", "{;co_await}{", "'"):
            with self.subTest(text=text), tempfile.TemporaryDirectory() as folder:
                build(Path(folder), {"sim/a.cpp": text})
                tidy.check(Path(folder))


if __name__ == "__main__":
    unittest.main()
