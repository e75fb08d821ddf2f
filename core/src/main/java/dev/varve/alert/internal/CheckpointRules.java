package dev.varve.alert.internal;

import java.util.List;

/**
 * The rules that a checkpoint was written with: the values in it belong to them.
 *
 * @param fieldOf the index of the field of each rule, or -1 if it looks at clocks only
 * @param fields the fields of the rules
 */
record CheckpointRules(List<String> names, List<String> fingerprints, List<Integer> fieldOf, List<String> fields) {

    CheckpointRules {
        names = List.copyOf(names);
        fingerprints = List.copyOf(fingerprints);
        fieldOf = List.copyOf(fieldOf);
        fields = List.copyOf(fields);
    }
}
