package dev.varve.block.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.block.internal.stream.Effort;
import dev.varve.key.Tick;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Blocks that were stored once must stay readable. Bytes are added here, never edited. */
class BlockGoldenTest {

    private static final int SIZE = 40;

    private static final Map<String, String> GOLDEN = Map.of(
            "dense 1",
                    "010d2880fc86b3b567c4d29d020a0908646563696d616c73040d04e8200ac201c20a06666c6f617473040b0100000000"
                            + "00000000000000403333f33f0000206b666637409d99790800803340056d65616e73041601abaaaaaaaaaaea3ff9c592"
                            + "5f2cf9f03f1111111111f14240865d0172af074240056d6978656404180100000000000000009a9999999999d93f0000"
                            + "00000000f87f000000000000f87f096672616374696f6e7304a4010100000000000000000000a0709f51ef3f00004cc7"
                            + "06113340ec33441f4908294008636f6d7075746564048102010000000065cdcd415d6385e3908ff7411440f28d8cfa43"
                            + "422816ba9be439464406636f756e74730510000072e81190ec0a05666c6167730e140a00000107070574657874730716"
                            + "210d4c20fb557ebf6630020603408bb95257dbc49209e021050000073a51bc37fd4b221210015e883c4ac52a515fb546"
                            + "baf24806f375075c2104820006db0fe8b28d7f6bcb4754c324bd8a9e4431950f6300004a36b7fe87811079661eb13a8c"
                            + "d20ab0cdf38bf9e32d04ee6a8e65e23d1bfc96a578230f735ac33a50bbce6c5221717ba6f028658efab103db805cf857"
                            + "26d8dfa37f7299adc6e52fe33d45ff8f179505a1b41292a6f5e2ad6f6b9b0554a88c0d402624fb3fa44d8473afe0bf37"
                            + "7f04807bbbed8f22a55376a2c25cae9354f84cdbc92c2576d17e70b39057754b2d941034862172c5cb00fc02a9098f96"
                            + "e3db45e043f41cdcd60e31f19b0361ff2c6f9fb2fb0d85b364a77b88f476af31030000073a92c4cdbbfd6c1b95ac3a30"
                            + "fa34d802bd4e1015a96f68ddda1ea0fd67501d03ddbac44a05ae1c73a163b5f664502704a39a75b9f940eb81e90b843a"
                            + "3332db5e3cc7cfdc813947d5202400005b0c9fdf2aa0643c20242843f20db5e3be1239ca084bb6efbf4566571e318726"
                            + "1d63bc9a8706d1c8b4e6e009c787b8fc10a3614aeb92cb000358a04b61862aa6786dd2f31369ae660b800c2c3cf045c6"
                            + "b9ac3cf6704a240a8991040ead021c73ae3cbe85a7e14ad2818528f3ef715eca2caf9efbe5ce0461b68e038000c7a704"
                            + "4152ed1d73fc3b661fde67bb5eb831eac7dbc81f450020834c5d6ccfe683b4ccde6bc0e54200419595a4bb7dc56a4004"
                            + "1161de3132b7acd254cad19afaf08bf94d377a5839dc73887e",
            "fast 1",
                    "01052880fc86b3b567c4d29d02160908646563696d616c73001b04e8200ac201c20a06666c6f617473001b0100000000"
                            + "00000000000000403333f33f0000206b666637409d99790800803340056d65616e73002301abaaaaaaaaaaea3ff9c592"
                            + "5f2cf9f03f1111111111f14240865d0172af074240056d6978656400300100000000000000009a9999999999d93f0000"
                            + "00000000f87f000000000000f87f096672616374696f6e7300a6010100000000000000000000a0709f51ef3f00004cc7"
                            + "06113340ec33441f4908294008636f6d7075746564008b02010000000065cdcd415d6385e3908ff7411440f28d8cfa43"
                            + "422816ba9be439464406636f756e74730113000072e81190ec0a05666c6167730a141000000107070574657874730318"
                            + "0100baa9070103745688ce0ad159213a2b446785e800000200e8200104401895623a07845129a673401895623a078451"
                            + "2901010101000001000182aaaaaaabaaaaaeaaaa3a030c051905260501020c00010001d00f0702aaaaaaaaaaaaaaaaaa"
                            + "2a01000102c2082460800c020090000101010001010000010388464423a211d1c8684434221a118d0100010260800106"
                            + "18608025061814000000000000f87f03200000012000000000b179379e62f36e3c136da6dac4e6dd787560151726da4c"
                            + "b5d753845388cdbbf13947f38feac02a2e9b3a62cc4cb4996afd2dd108aea708a75f214045109b77e3c114af81728ee6"
                            + "1f23081ebed481555c85fb8cfa3675c498e7eefb36986833d549e26a73fa5ba211abd5d9af5c4f114e0dc948ecbe4280"
                            + "8a6fbcb7282036efc6d1af266582295e0333a395a1e41ccd3f959604de46103c7cf789731a020180808080a0d9e6cd83"
                            + "0101b294c12fddcd8a923d647a9fe385f07243a4c4bf23ff9788c86d082352b1232eb30a48c0b6b22bf5b996a58d2b9b"
                            + "0fb4e89fa3bac60a470a6b92e02f7a2633a92121634529234238c59be58642d6d31f340742f86e07e0d3e79a2b377b48"
                            + "1ef0e1991567759c1a6075fdc761aba6503306a5f5ea26b87f0d6ca6df69a9344cc31b48b0cd08a1be294224a3dc8174"
                            + "d34b8c1a78139b2b3018f8325fddbc88928eb610e58258d86edb5d0be60a485fa92c5c59fd8b97af50a1e391c1b2a220"
                            + "53bdce9e0a7d5d6897d2292cd50940c6a4688d2068798922ffccb10a010ac16212d97627d67615e2bc9b50f7b69dce66"
                            + "c270e093e57b0904000301020201030101000203922cc9922cc9922cc9922cc9922c0900000101555555555500000101"
                            + "499204020ac3bc6265726869747a74026f6b00000101fefdfbf7efcd9d24cc");

    /** One column of each type and of each form of doubles. */
    private static Block sample() {
        long[] times = new long[SIZE];
        double[] decimals = new double[SIZE];
        double[] floats = new double[SIZE];
        double[] means = new double[SIZE];
        double[] mixed = new double[SIZE];
        double[] fractions = new double[SIZE];
        double[] computed = new double[SIZE];
        long[] counts = new long[SIZE];
        boolean[] flags = new boolean[SIZE / 2];
        String[] texts = new String[SIZE];
        BitSet even = new BitSet();
        for (int i = 0; i < SIZE; i++) {
            times[i] = 1_776_693_600_000L + i * 60_000L + i * i % 7;
            decimals[i] = (2_100 + i * 37 % 11) / 100.0;
            floats[i] = (double) (float) (0.1 * (i % 13));
            means[i] = (1_000 + i * 7) / 100.0 / 12;
            mixed[i] = i == 20 ? Double.NaN : i == 30 ? -0.0 : i % 5 * 0.1;
            fractions[i] = (i * 2_654_435_761L % 4_294_967_296L) / 4_294_967_296.0;
            computed[i] = Math.sqrt(i + 1) * 1e9;
            counts[i] = i * 3L - i % 4;
            texts[i] = i % 9 == 0 ? "überhitzt" : "ok";
            if (i % 2 == 0) {
                even.set(i);
                flags[i / 2] = i % 3 == 0;
            }
        }
        Presence all = Presence.all(SIZE);
        return new Block(
                Tick.MILLIS,
                times,
                List.of(
                        new Column.Doubles("decimals", all, decimals),
                        new Column.Doubles("floats", all, floats),
                        new Column.Doubles("means", all, means),
                        new Column.Doubles("mixed", all, mixed),
                        new Column.Doubles("fractions", all, fractions),
                        new Column.Doubles("computed", all, computed),
                        new Column.Longs("counts", all, counts),
                        new Column.Booleans("flags", Presence.of(SIZE, even), flags),
                        new Column.Texts("texts", all, texts)));
    }

    @Test
    void goldenBytesAreRead() {
        GOLDEN.forEach((name, hex) -> assertThat(BlockDraw.text(
                        BlockReader.of(HexFormat.of().parseHex(hex)).block()))
                .as(name)
                .isEqualTo(BlockDraw.text(sample())));
    }

    /** An encoder may learn to write fewer bytes; then its bytes are added as new golden bytes. */
    @Test
    void goldenBytesAreWritten() {
        assertThat(GOLDEN).containsEntry("dense 1", hex(Effort.DENSE)).containsEntry("fast 1", hex(Effort.FAST));
    }

    private static String hex(Effort effort) {
        return HexFormat.of().formatHex(BlockEncoder.of(effort).encode(sample()));
    }
}
