package dev.varve.benchmarks.codec;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.tsfile.encoding.decoder.Decoder;
import org.apache.tsfile.encoding.encoder.Encoder;
import org.apache.tsfile.encoding.encoder.TSEncodingBuilder;
import org.apache.tsfile.enums.TSDataType;
import org.apache.tsfile.file.metadata.enums.TSEncoding;

/**
 * One of the encodings of Apache TsFile.
 *
 * @param digits the digits after the point that encodings of decimals keep; 0 to 9
 */
record TsFileCodec(TSEncoding encoding, int digits) implements Codec {

    private static final int MAX_DIGITS = 9;

    /** Returns all encodings of doubles; those of decimals with every number of digits. */
    static List<TsFileCodec> all() {
        List<TsFileCodec> codecs = new ArrayList<>();
        for (TSEncoding encoding : TSEncoding.values()) {
            if (!TSEncoding.isSupported(TSDataType.DOUBLE, encoding)) {
                continue;
            }
            boolean isDecimal = encoding == TSEncoding.RLE || encoding == TSEncoding.TS_2DIFF;
            for (int digits = 0; digits <= (isDecimal ? MAX_DIGITS : 0); digits++) {
                codecs.add(new TsFileCodec(encoding, digits));
            }
        }
        return codecs;
    }

    @Override
    public String name() {
        return "TsFile " + encoding;
    }

    @Override
    public byte[] encode(double[] values) throws Exception {
        TSEncodingBuilder builder = TSEncodingBuilder.getEncodingBuilder(encoding);
        builder.initFromProps(Map.of(Encoder.MAX_POINT_NUMBER, String.valueOf(digits)));
        Encoder encoder = builder.getEncoder(TSDataType.DOUBLE);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (double value : values) {
            encoder.encode(value, out);
        }
        encoder.flush(out);
        return out.toByteArray();
    }

    @Override
    public double[] decode(byte[] bytes, int count) throws Exception {
        Decoder decoder = Decoder.getDecoderByType(encoding, TSDataType.DOUBLE);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        double[] values = new double[count];
        for (int i = 0; i < count && decoder.hasNext(in); i++) {
            values[i] = decoder.readDouble(in);
        }
        return values;
    }
}
