package dev.varve.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Values that are drawn with different probabilities. */
record Weighted<T>(List<Integer> weights, List<T> things) {

    static <T> Weighted<T> none() {
        return new Weighted<>(List.of(), List.of());
    }

    Weighted<T> with(int weight, T thing) {
        List<Integer> moreWeights = new ArrayList<>(weights);
        moreWeights.add(weight);
        List<T> more = new ArrayList<>(things);
        more.add(thing);
        return new Weighted<>(moreWeights, more);
    }

    T draw(RandomGenerator random) {
        int left = random.nextInt(weights.stream().mapToInt(Integer::intValue).sum());
        int i = 0;
        for (; left >= weights.get(i); i++) {
            left -= weights.get(i);
        }
        return things.get(i);
    }
}
