// SPDX-License-Identifier: MIT
// Writes random labels with the answers of ICU's SpoofChecker, for test/vectors/spoof_icu.tsv. Run by hand:
//   java -cp icu4j-78.1.jar tools/SpoofVectors.java COUNT SEED
import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.lang.UScript;
import com.ibm.icu.text.SpoofChecker;
import com.ibm.icu.text.UnicodeSet;
import com.ibm.icu.util.VersionInfo;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class SpoofVectors {
    private static final UnicodeSet ALLOWED = new UnicodeSet("[:Identifier_Status=Allowed:]");
    private static final UnicodeSet STABLE = new UnicodeSet("[:Changes_When_NFKC_Casefolded=No:]").remove('.');
    private static final int[] WRITTEN = {
        UScript.LATIN,  UScript.CYRILLIC, UScript.GREEK,  UScript.HAN,    UScript.HIRAGANA,   UScript.KATAKANA, UScript.HANGUL,
        UScript.ARABIC, UScript.BOPOMOFO, UScript.HEBREW, UScript.THAI,   UScript.DEVANAGARI, UScript.ARMENIAN, UScript.BENGALI,
        UScript.TAMIL,  UScript.GEORGIAN, UScript.TIBETAN, UScript.KHMER, UScript.MYANMAR,    UScript.COMMON,   UScript.INHERITED};
    private static final SpoofChecker CHECKER =
        new SpoofChecker.Builder().setAllowedChars(ALLOWED).setChecks(SpoofChecker.RESTRICTION_LEVEL).build();
    private static final List<UnicodeSet> sets = new ArrayList<>();
    private static final UnicodeSet alike = new UnicodeSet();
    private static Random random;

    public static void main(String[] arguments) {
        random = new Random(Long.parseLong(arguments[1]));
        for (int script : WRITTEN)
            sets.add(new UnicodeSet().applyIntPropertyValue(UProperty.SCRIPT, script).retainAll(ALLOWED).retainAll(STABLE));
        UnicodeSet extended = new UnicodeSet("[[:scx=Latn:][:scx=Deva:][:scx=Arab:][:scx=Cher:][:scx=Grek:]]");
        sets.add(extended.removeAll(new UnicodeSet("[[:sc=Latn:][:sc=Deva:][:sc=Arab:]]")).retainAll(ALLOWED).retainAll(STABLE));
        sets.removeIf(UnicodeSet::isEmpty);
        for (String c : new UnicodeSet(STABLE).removeAll(new UnicodeSet("[:gc=Cn:]")))
            if (c.charAt(0) >= 0x80 && printable(CHECKER.getSkeleton(c)))
                alike.add(c);
        System.out.println("# SPDX-License-Identifier: MIT");
        System.out.printf("# Random labels with the restriction level and, if it is US-ASCII, the skeleton (UTS #39) that ICU4J %s%n",
                          VersionInfo.ICU_VERSION.getVersionString(2, 2));
        System.out.printf("# (Unicode %s) gives: tools/SpoofVectors.java %s %s, %s.%n",
                          UCharacter.getUnicodeVersion().getVersionString(3, 3), arguments[0], arguments[1], LocalDate.now());
        System.out.println("# Fields are separated by tabs; \\t \\n \\\\ and \\xNN stand for bytes, \\N for undefined (which is not empty).");
        System.out.println("label\tlevel\tskeleton");
        for (int left = Integer.parseInt(arguments[0]); left > 0; left--)
            row(label());
    }

    private static boolean printable(String text) {
        return !text.isEmpty() && text.chars().allMatch(u -> u >= 0x20 && u < 0x7F);
    }

    private static int any(UnicodeSet set) { return set.charAt(random.nextInt(set.size())); }

    private static String label() {
        StringBuilder text = new StringBuilder();
        UnicodeSet[] chosen = new UnicodeSet[1 + random.nextInt(3)];
        for (int at = 0; at < chosen.length; at++)
            chosen[at] = random.nextInt(4) == 0 ? alike : sets.get(random.nextInt(sets.size()));
        boolean letters = random.nextInt(3) == 0;
        for (int left = 1 + random.nextInt(8); left > 0; left--)
            if (random.nextInt(60) == 0)
                text.appendCodePoint(any(STABLE));
            else if (letters && random.nextInt(3) == 0)
                text.append("abcdefghijklmnopqrstuvwxyz0123456789-_".charAt(random.nextInt(38)));
            else
                text.appendCodePoint(any(chosen[random.nextInt(chosen.length)]));
        for (int at = 0; at < text.length(); at++)
            if (Character.isSurrogate(text.charAt(at)) && Character.getType(text.codePointAt(at)) == Character.SURROGATE)
                return label();
        return text.toString();
    }

    private static String escaped(String text) {
        StringBuilder out = new StringBuilder();
        for (byte unit : text.getBytes(StandardCharsets.UTF_8))
            out.append(unit > 0x20 && unit < 0x7F && unit != '\\' ? "" + (char)unit : String.format("\\x%02X", unit & 0xFF));
        return out.toString();
    }

    private static void row(String label) {
        SpoofChecker.CheckResult result = new SpoofChecker.CheckResult();
        CHECKER.failsChecks(label, result);
        String level = switch (result.restrictionLevel) {
            case ASCII -> "ascii-only";
            case SINGLE_SCRIPT_RESTRICTIVE -> "single-script";
            case HIGHLY_RESTRICTIVE -> "highly-restrictive";
            case MODERATELY_RESTRICTIVE -> "moderately-restrictive";
            case MINIMALLY_RESTRICTIVE -> "minimally-restrictive";
            default -> "unrestricted";
        };
        String skeleton = CHECKER.getSkeleton(label);
        boolean other = label.chars().anyMatch(u -> u >= 0x80);
        System.out.println(escaped(label) + "\t" + level + "\t" + (other && printable(skeleton) ? escaped(skeleton) : "\\N"));
    }
}
