package dev.varve.engine.rocksdb.internal.codec;

import java.util.Arrays;

/** The decoded attribute list of rows with the same attributes: all names in order, and the index of each value. */
final class StoredShape {

    /** The bytes of a row that list its attributes. */
    private final byte[] header;
    /** The names of key and other attributes, ascending. */
    final String[] names;
    /** The indexes of the key parts among the names. */
    final int[] keySlots;
    /** The indexes of the row's values among the names, in the order of the row. */
    final int[] slots;

    private StoredShape(byte[] header, String[] names, int[] keySlots, int[] slots) {
        this.header = header;
        this.names = names;
        this.keySlots = keySlots;
        this.slots = slots;
    }

    /** Skips the list of attributes if it is this shape's; otherwise returns false. */
    boolean skip(ByteReader in) {
        int from = in.position();
        if (in.remaining() < header.length || !isAt(in.array(), from, from + header.length)) {
            return false;
        }
        in.moveTo(from + header.length);
        return true;
    }

    boolean isAt(byte[] bytes, int from, int to) {
        return Arrays.equals(header, 0, header.length, bytes, from, to);
    }

    /** Reads the list of attributes at the reader's position; it does not contain key attributes. */
    static StoredShape read(ByteReader in, Names dictionary, String[] keyNames) {
        int start = in.position();
        String[] listed = new String[in.count()];
        for (int i = 0; i < listed.length; i++) {
            listed[i] = name(in, dictionary);
            if (i > 0 && listed[i - 1].compareTo(listed[i]) >= 0) {
                throw in.damaged("has attributes out of order");
            }
        }
        byte[] header = Arrays.copyOfRange(in.array(), start, in.position());
        String[] names = merged(in, listed, keyNames);
        return new StoredShape(header, names, slots(names, keyNames), slots(names, listed));
    }

    private static String name(ByteReader in, Names dictionary) {
        long reference = in.varint();
        if (reference == 0) {
            return in.sizedUtf8();
        }
        String name = dictionary.nameOf(reference - 1);
        if (name == null) {
            throw in.damaged("names attribute " + (reference - 1) + ", which the dictionary does not have");
        }
        return name;
    }

    private static String[] merged(ByteReader in, String[] listed, String[] keyNames) {
        String[] distinct = Arrays.stream(keyNames).distinct().toArray(String[]::new);
        String[] names = Arrays.copyOf(distinct, distinct.length + listed.length);
        System.arraycopy(listed, 0, names, distinct.length, listed.length);
        Arrays.sort(names);
        for (int i = 1; i < names.length; i++) {
            if (names[i - 1].equals(names[i])) {
                throw in.damaged("repeats key attribute \"" + names[i] + "\"");
            }
        }
        return names;
    }

    private static int[] slots(String[] names, String[] some) {
        return Arrays.stream(some)
                .mapToInt(name -> Arrays.binarySearch(names, name))
                .toArray();
    }
}
