// SPDX-License-Identifier: MIT
// Writes the tables of Unicode properties in data/unicode, and data/idna-mapping.tsv, from ICU's own data. Run by hand when a
// version of Unicode comes out, with the jar of ICU4J for that version (com.ibm.icu:icu4j; 79.1 has Unicode 18):
//   java -cp icu4j-79.1.jar tools/ExtractUnicode.java data/unicode
import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.lang.UScript;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.SpoofChecker;
import com.ibm.icu.util.VersionInfo;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.BitSet;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

class ExtractUnicode {
    private static final int LAST = 0x10FFFF;
    private static Path folder;

    public static void main(String[] arguments) throws IOException {
        folder = Path.of(arguments[0]);
        ranges("combining-class", "Canonical_Combining_Class, except 0. 9 is Virama.", "first\tlast\tclass",
               c -> nonzero(UCharacter.getIntPropertyValue(c, UProperty.CANONICAL_COMBINING_CLASS)));
        ranges("joining-type", "Joining_Type, except U.", "first\tlast\ttype",
               c -> without(name(UProperty.JOINING_TYPE, c), "U"));
        ranges("bidi-class", "Bidi_Class, except L. Code points not assigned have the class of their block.",
               "first\tlast\tclass", c -> without(name(UProperty.BIDI_CLASS, c), "L"));
        ranges("category", "General_Category, except Cn (not assigned).", "first\tlast\tcategory",
               c -> without(name(UProperty.GENERAL_CATEGORY, c), "Cn"));
        ranges("age", "Age: the version of Unicode that assigned the code point, or made it a noncharacter.",
               "first\tlast\tversion", ExtractUnicode::age);
        ranges("default-ignorable", "Default_Ignorable_Code_Point.", "first\tlast",
               c -> UCharacter.hasBinaryProperty(c, UProperty.DEFAULT_IGNORABLE_CODE_POINT) ? "" : null);
        ranges("case", "Case_Ignorable, and Cased of the others.", "first\tlast\tkind",
               c -> UCharacter.hasBinaryProperty(c, UProperty.CASE_IGNORABLE) ? "ignorable"
                   : UCharacter.hasBinaryProperty(c, UProperty.CASED) ? "cased" : null);
        ranges("nfc-quick-check", "NFC_Quick_Check, except Yes.", "first\tlast\tanswer",
               c -> without(name(UProperty.NFC_QUICK_CHECK, c), "Y"));
        ranges("script", "Script and Script_Extensions, except Zzzz (not assigned).",
               "first\tlast\tscript\textensions", ExtractUnicode::scripts);
        ranges("identifier-allowed", "Identifier_Status=Allowed (UTS #39, 3.1).", "first\tlast",
               c -> UCharacter.getIntPropertyValue(c, UProperty.IDENTIFIER_STATUS) == 0 ? null : "");
        decompositions();
        compatibility();
        confusables();
        lowerCase();
        caseFold();
        idnaMapping();
    }

    private static PrintWriter table(String file, String about, String columns) throws IOException {
        PrintWriter out = new PrintWriter(folder.resolve(file + ".tsv").normalize().toFile(), "UTF-8");
        VersionInfo version = UCharacter.getUnicodeVersion();
        out.println("# " + about);
        out.printf("# Unicode %s, extracted %s by tools/ExtractUnicode.java from ICU4J %s. Unicode License v3.%n",
                   version.getVersionString(3, 3), LocalDate.now(), VersionInfo.ICU_VERSION.getVersionString(2, 2));
        out.println("# " + columns);
        return out;
    }

    private static void ranges(String file, String about, String columns, IntFunction<String> value)
        throws IOException {
        try (PrintWriter out = table(file, about, columns)) {
            int first = 0;
            for (int c = 1; c <= LAST + 1; c++) {
                String now = value.apply(first);
                if (c <= LAST && Objects.equals(now, value.apply(c)))
                    continue;
                if (now != null)
                    out.printf("%04X\t%04X%s%n", first, c - 1, now.isEmpty() ? "" : "\t" + now);
                first = c;
            }
        }
    }

    private static String name(int property, int c) {
        return UCharacter.getPropertyValueName(property, UCharacter.getIntPropertyValue(c, property),
                                               UProperty.NameChoice.SHORT);
    }

    private static String without(String value, String usual) { return value.equals(usual) ? null : value; }

    private static String nonzero(int value) { return value == 0 ? null : Integer.toString(value); }

    private static String age(int c) {
        VersionInfo age = UCharacter.getAge(c);
        return age.getMajor() == 0 ? null : age.getVersionString(2, 2);
    }

    private static String scripts(int c) {
        BitSet set = new BitSet();
        UScript.getScriptExtensions(c, set);
        String script = UScript.getShortName(UScript.getScript(c));
        String extensions = set.stream().mapToObj(UScript::getShortName).sorted().collect(Collectors.joining(" "));
        return script.equals("Zzzz") ? null : script + "\t" + extensions;
    }

    private static String hex(String text) {
        return text.codePoints().mapToObj(c -> String.format("%04X", c)).collect(Collectors.joining(" "));
    }

    private static void decompositions() throws IOException {
        Normalizer2 nfc = Normalizer2.getNFCInstance();
        try (PrintWriter out = table("decomposition",
                                     "Canonical decompositions, one step, without Hangul syllables. "
                                         + "\"no\": composition leaves it out (Full_Composition_Exclusion).",
                                     "code\tdecomposition\tcomposes")) {
            for (int c = 0; c <= LAST; c++) {
                String parts = c >= 0xAC00 && c <= 0xD7A3 ? null : nfc.getRawDecomposition(c);
                boolean excluded = UCharacter.hasBinaryProperty(c, UProperty.FULL_COMPOSITION_EXCLUSION);
                if (parts != null)
                    out.printf("%04X\t%s\t%s%n", c, hex(parts), excluded ? "no" : "yes");
            }
        }
    }

    private static void compatibility() throws IOException {
        Normalizer2 nfc = Normalizer2.getNFCInstance(), nfkc = Normalizer2.getNFKCInstance();
        try (PrintWriter out = table("compatibility",
                                     "Normalisation form KC, of code points that have another form C.", "code\tform KC")) {
            for (int c = 0; c <= LAST; c++) {
                String plain = Character.toString(c), form = nfkc.normalize(plain);
                if (!form.equals(nfc.normalize(plain)))
                    out.printf("%04X\t%s%n", c, hex(form));
            }
        }
    }

    private static int lowerBy(int c) { return UCharacter.toLowerCase(c) - c; }

    private static void lowerCase() throws IOException {
        try (PrintWriter out = table("lower-case",
                                     "Simple_Lowercase_Mapping, where it is another code point. \"every\": 1 for each "
                                         + "code point, 2 for every second one.",
                                     "first\tlast\tevery\tdifference")) {
            for (int c = 0, step = 1; c <= LAST; c += step) {
                int by = lowerBy(c), last = c;
                step = 1;
                if (by == 0)
                    continue;
                step = lowerBy(c + 1) == by ? 1 : lowerBy(c + 2) == by && lowerBy(c + 1) == 0 ? 2 : 1;
                while (last + step <= LAST && lowerBy(last + step) == by && (step == 1 || lowerBy(last + 1) == 0))
                    last += step;
                out.printf("%04X\t%04X\t%d\t%d%n", c, last, step, by);
                c = last;
            }
        }
    }

    private static void caseFold() throws IOException {
        try (PrintWriter out = table("case-fold",
                                     "Full case folding (CaseFolding.txt, C and F), of code points that are not changed "
                                         + "by lower-case.tsv and fold to ones that it does not change to them.",
                                     "code\tfolded")) {
            for (int c = 0; c <= LAST; c++) {
                String plain = Character.toString(c), folded = UCharacter.foldCase(plain, true);
                if (lowerBy(c) == 0 && !folded.equals(plain) && lowerBy(folded.codePointAt(0)) != c - folded.codePointAt(0))
                    out.printf("%04X\t%s%n", c,
                               folded.codePoints().mapToObj(f -> "%04X".formatted(f)).collect(Collectors.joining(" ")));
            }
        }
    }

    private static void confusables() throws IOException {
        SpoofChecker checker = new SpoofChecker.Builder().build();
        try (PrintWriter out = table("confusable-ascii",
                                     "Code points outside US-ASCII with a skeleton in US-ASCII (UTS #39, 4), except "
                                         + "those that NFKC_Casefold changes.",
                                     "code\tskeleton")) {
            for (int c = 0x80; c <= LAST; c++) {
                if (c >= 0xD800 && c <= 0xDFFF
                    || UCharacter.hasBinaryProperty(c, UProperty.CHANGES_WHEN_NFKC_CASEFOLDED))
                    continue;
                String text = new String(Character.toChars(c));
                String skeleton = checker.getSkeleton(text);
                boolean ascii = !skeleton.isEmpty() && skeleton.chars().allMatch(u -> u >= 0x20 && u < 0x7F);
                if (ascii)
                    out.printf("%04X\t%s%n", c, hex(skeleton));
            }
        }
    }

    private static final Map<Integer, String> DEVIATIONS = Map.of(0xDF, "ss", 0x3C2, "\u03C3", 0x200C, "", 0x200D, "");

    /** Returns the status, a tab and the mapping of a code point; null if it is disallowed. */
    private static String idna(Normalizer2 uts46, int c) {
        String text = new String(Character.toChars(c)), mapped = uts46.normalize(text);
        if (mapped.indexOf('\uFFFD') >= 0 || Character.getType(c) == Character.SURROGATE)
            return null;
        if (DEVIATIONS.containsKey(c))
            return "deviation\t" + hex(DEVIATIONS.get(c));
        return mapped.equals(text) ? "valid" : mapped.isEmpty() ? "ignored" : "mapped\t" + hex(mapped);
    }

    private static boolean follows(String next, String last) {
        if (next == null || !last.startsWith("mapped\t") || next.indexOf(' ') >= 0 || last.indexOf(' ') >= 0)
            return Objects.equals(next, last) && !last.startsWith("mapped") && !last.startsWith("deviation");
        return next.startsWith("mapped\t") && Integer.parseInt(next.substring(7), 16) == Integer.parseInt(last.substring(7), 16) + 1;
    }

    private static void idnaMapping() throws IOException {
        Normalizer2 uts46 = Normalizer2.getInstance(null, "uts46", Normalizer2.Mode.COMPOSE);
        try (PrintWriter out = table("../idna-mapping",
                                     "What UTS #46, section 5, does with each code point: valid, mapped, deviation, ignored; the others "
                                         + "are disallowed.\n# In a range of mapped code points, the first maps to the one code point given, "
                                         + "and each other one to one more than the\n# code point before it.",
                                     "first\tlast\tstatus\tmapping")) {
            for (int c = 0, first = 0; c <= LAST; first = ++c) {
                String value = idna(uts46, c), last = value;
                if (value == null)
                    continue;
                for (String next; c < LAST && follows(next = idna(uts46, c + 1), last); c++)
                    last = next;
                out.printf("%04X\t%04X\t%s%n", first, c, value);
            }
        }
    }
}
