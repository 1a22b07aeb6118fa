// Runs one operation of the word benchmark on the Mata library and prints one line of measurements.
//
// Usage: mata OPERATION FILE...   (incl, inter_empty, compl, detmin, diff, email)
// A file holds an automaton: `nfa STATES TRANSITIONS`, `i STATE...`, `f STATE...`, then `SOURCE LO HI TARGET`.
//
// Reading is not timed. Three times are: cutting the characters into classes that no transition tells apart,
// building Mata's automata over these classes, and the operation itself. Each is the least time of several
// runs. The algorithms are those that Mata recommends: antichains for inclusion, product and emptiness,
// subset construction followed by Hopcroft's minimisation.
//
// Output, separated by tabs: classes, seconds of classes, of building, of the operation, answer,
// states of the result, transitions of the result.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "mata/nfa/algorithms.hh"
#include "mata/nfa/nfa.hh"

using mata::nfa::Nfa;

namespace {

struct Edge {
    uint32_t source, lo, hi, target;
};

struct Automaton {
    size_t states = 0;
    std::vector<uint32_t> starts, accepting;
    std::vector<Edge> edges;
};

Automaton read(const char* path) {
    std::ifstream file(path);
    std::string line, word;
    Automaton automaton;
    while (std::getline(file, line)) {
        std::istringstream fields(line);
        fields >> word;
        uint32_t number;
        if (word == "nfa") {
            fields >> automaton.states;
        } else if (word == "i" || word == "f") {
            auto& states = word == "i" ? automaton.starts : automaton.accepting;
            while (fields >> number) states.push_back(number);
        } else if (!word.empty()) {
            Edge edge{static_cast<uint32_t>(std::stoul(word)), 0, 0, 0};
            fields >> edge.lo >> edge.hi >> edge.target;
            automaton.edges.push_back(edge);
        }
    }
    return automaton;
}

// The least time of up to `runs` runs, fewer when they are long.
double measure(int runs, const std::function<void()>& work) {
    double best = 1e9, total = 0;
    for (int run = 0; run < runs && total < 0.5; ++run) {
        auto begin = std::chrono::steady_clock::now();
        work();
        double time = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        best = std::min(best, time);
        total += time;
    }
    return best;
}

// Classes of characters: pieces between neighbouring borders, grouped by the transitions they lie on.
struct Classes {
    std::vector<uint32_t> borders;
    std::vector<uint32_t> class_of_piece;
    size_t count = 0;

    // The alphabet is 0..=65535; characters on no transition are a class of their own.
    explicit Classes(const std::vector<Automaton>& automata) : borders{0, 65536} {
        for (const auto& automaton : automata)
            for (const auto& edge : automaton.edges) {
                borders.push_back(edge.lo);
                borders.push_back(edge.hi + 1);
            }
        std::sort(borders.begin(), borders.end());
        borders.erase(std::unique(borders.begin(), borders.end()), borders.end());
        std::vector<std::vector<uint32_t>> lies_on(borders.size());
        uint32_t group = 0;
        for (const auto& automaton : automata) {
            std::map<std::pair<uint32_t, uint32_t>, uint32_t> groups;
            for (const auto& edge : automaton.edges) {
                auto [it, fresh] = groups.try_emplace({edge.source, edge.target}, group);
                if (fresh) ++group;
                for (size_t piece = find(edge.lo); borders[piece] <= edge.hi; ++piece)
                    lies_on[piece].push_back(it->second);
            }
        }
        std::map<std::vector<uint32_t>, uint32_t> classes;
        lies_on.pop_back();
        for (auto& groups : lies_on) {
            std::sort(groups.begin(), groups.end());
            groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
            class_of_piece.push_back(classes.try_emplace(groups, classes.size()).first->second);
        }
        count = classes.size();
    }

    size_t find(uint32_t border) const {
        return static_cast<size_t>(std::lower_bound(borders.begin(), borders.end(), border) - borders.begin());
    }
};

Nfa build(const Automaton& automaton, const Classes& classes) {
    Nfa nfa(automaton.states);
    for (auto state : automaton.starts) nfa.initial.insert(state);
    for (auto state : automaton.accepting) nfa.final.insert(state);
    std::vector<std::pair<std::pair<uint32_t, uint32_t>, uint32_t>> steps;
    for (const auto& edge : automaton.edges)
        for (size_t piece = classes.find(edge.lo); classes.borders[piece] <= edge.hi; ++piece)
            steps.push_back({{edge.source, classes.class_of_piece[piece]}, edge.target});
    std::sort(steps.begin(), steps.end());
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    for (const auto& [from, target] : steps) nfa.delta.add(from.first, from.second, target);
    return nfa;
}

struct Outcome {
    std::string answer = "-";
    size_t states = 0, transitions = 0;
    // A result that is not minimal; it is minimised outside of the measured time to count its states.
    std::optional<Nfa> large = std::nullopt;
};

Nfa determinize_and_minimize(const Nfa& nfa) {
    Nfa deterministic = mata::nfa::determinize(nfa);
    return mata::nfa::algorithms::minimize_hopcroft(deterministic.trim());
}

Nfa intersect_all(const std::vector<Nfa>& nfas, size_t count) {
    Nfa product = nfas[0];
    for (size_t at = 1; at < count; ++at) {
        product = mata::nfa::intersection(product, nfas[at]);
        product.trim();
    }
    return product;
}

Outcome run(const std::string& operation, const std::vector<Nfa>& nfas, const mata::utils::OrdVector<mata::Symbol>& symbols) {
    auto truth = [](bool value) { return std::string(value ? "true" : "false"); };
    auto sized = [](const Nfa& nfa) { return Outcome{"-", nfa.num_of_states(), nfa.delta.num_of_transitions()}; };
    if (operation == "incl") return {truth(mata::nfa::is_included(nfas[0], nfas[1])), 0, 0};
    if (operation == "inter_empty") {
        bool empty = intersect_all(nfas, nfas.size()).is_lang_empty();
        return {empty ? "empty" : "nonempty", 0, 0};
    }
    // The intersection of all but the last contains the last.
    if (operation == "email") return {truth(mata::nfa::is_included(nfas.back(), intersect_all(nfas, nfas.size() - 1))), 0, 0};
    if (operation == "detmin") return sized(determinize_and_minimize(nfas[0]));
    if (operation == "compl") return {"-", 0, 0, mata::nfa::complement(nfas[0], symbols)};
    if (operation == "diff") {
        bool empty = mata::nfa::lang_difference(nfas[0], nfas[1]).is_lang_empty();
        return {empty ? "empty" : "nonempty", 0, 0};
    }
    throw std::runtime_error("unknown operation " + operation);
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 3) {
        std::cerr << "usage: mata OPERATION FILE...\n";
        return 2;
    }
    std::vector<Automaton> automata;
    for (int at = 2; at < count; ++at) automata.push_back(read(arguments[at]));
    double classes_time = measure(5, [&] { Classes classes(automata); });
    Classes classes(automata);
    auto build_all = [&] {
        std::vector<Nfa> nfas;
        for (const auto& automaton : automata) nfas.push_back(build(automaton, classes));
        return nfas;
    };
    double build_time = measure(5, [&] { build_all(); });
    std::vector<Nfa> nfas = build_all();
    mata::utils::OrdVector<mata::Symbol> symbols;
    for (size_t symbol = 0; symbol < classes.count; ++symbol) symbols.insert(symbol);
    Outcome outcome;
    double time = measure(20, [&] { outcome = run(arguments[1], nfas, symbols); });
    if (outcome.large) {
        Nfa minimal = determinize_and_minimize(*outcome.large);
        outcome.states = minimal.num_of_states();
        outcome.transitions = minimal.delta.num_of_transitions();
    }
    std::cout << classes.count << '\t' << classes_time << '\t' << build_time << '\t' << time << '\t' << outcome.answer
              << '\t' << outcome.states << '\t' << outcome.transitions << '\n';
}
