# A line chart as SVG, with a logarithmic axis for the values.  Input: SERIES<TAB>X<TAB>Y, with a fourth
# field where the value is a lower bound only: such points are hollow.  Variables: title, xlabel,
# ylabel.  Colours follow the reader's choice of light or dark.
BEGIN {
    FS = "\t"
    width = 800; height = 420
    left = 96; right = 560; top = 52; bottom = 356
    least = most = xmin = xmax = ""; series = 0
}

$3 > 0 {
    if (!($1 in number)) {
        name[series] = $1
        number[$1] = series++
    }
    s = number[$1]
    n = points[s]++
    x[s, n] = $2; y[s, n] = $3; cut[s, n] = NF > 3 && $4 != ""
    anycut = anycut || cut[s, n]
    if (least == "" || $3 < least) least = $3 + 0
    if (most == "" || $3 > most) most = $3 + 0
    if (xmin == "" || $2 < xmin) xmin = $2 + 0
    if (xmax == "" || $2 > xmax) xmax = $2 + 0
}

function log10(v) { return log(v) / log(10) }
function ceil(v) { return int(v) < v ? int(v) + 1 : int(v) }
function across(v) { return left + (xmax == xmin ? 0.5 : (v - xmin) / (xmax - xmin)) * (right - left) }
function up(v) { return bottom - (log10(v) - low) / (high - low) * (bottom - top) }
function escape(t) { gsub(/&/, "\\&amp;", t); gsub(/</, "\\&lt;", t); return t }
function text(px, py, anchor, class, t) {
    printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">%s</text>\n", px, py, anchor, class, escape(t)
}
function line(x1, y1, x2, y2, class) {
    printf "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n", x1, y1, x2, y2, class
}

# Numbers are read with a comma between thousands, large ones as powers of ten.
function round_number(v) {
    if (v >= 1000000) return v / 1000000 " million"
    if (v >= 1000) return int(v / 1000) "," sprintf("%03d", v % 1000)
    return v
}

function marker(s, px, py, hollow,   class) {
    class = "s" s % 4 (hollow ? " hollow" : " solid")
    if (s % 4 == 0)
        printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" class=\"%s\"/>\n", px, py, class
    else if (s % 4 == 1)
        printf "<rect x=\"%.1f\" y=\"%.1f\" width=\"7.6\" height=\"7.6\" class=\"%s\"/>\n", px - 3.8, py - 3.8, class
    else if (s % 4 == 2)
        printf "<path d=\"M%.1f %.1fl5 8.6h-10z\" class=\"%s\"/>\n", px, py - 5.4, class
    else
        printf "<path d=\"M%.1f %.1fl5 5l-5 5l-5 -5z\" class=\"%s\"/>\n", px, py - 5, class
}

function colours(ink, paper, grid, list,   colour, i) {
    split(list, colour, " ")
    print "text { fill: " ink " } .axis { stroke: " ink " } .grid { stroke: " grid " }"
    for (i = 0; i < 4; i++)
        printf ".s%d { stroke: %s } .s%d.solid { fill: %s }\n", i, colour[i + 1], i, colour[i + 1]
    print ".back, .hollow { fill: " paper " }"
}

function style() {
    print "<style>"
    print "text { font: 13px system-ui, sans-serif } .title { font-size: 16px; font-weight: 600 }"
    print ".s0, .s1, .s2, .s3 { stroke-width: 2 } polyline { fill: none; stroke-linejoin: round }"
    colours("#24292f", "#ffffff", "#d8dee4", "#0067a8 #c2410c #00795a #a03a84")
    print "@media (prefers-color-scheme: dark) {"
    colours("#e6edf3", "#0d1117", "#30363d", "#58b4f0 #ff9b5e #4fd0a5 #ec9ad3")
    print "}"
    print "</style>"
}

function axes(   e, k, step) {
    for (e = low; e <= high; e++) {
        line(left, up(10 ^ e), right, up(10 ^ e), "grid")
        text(left - 8, up(10 ^ e) + 4, "end", "", round_number(10 ^ e))
        if (high - low <= 2 && e < high)
            for (k = 2; k <= 5; k += 3) {
                line(left, up(k * 10 ^ e), right, up(k * 10 ^ e), "grid")
                text(left - 8, up(k * 10 ^ e) + 4, "end", "", round_number(k * 10 ^ e))
            }
    }
    line(left, top, left, bottom, "axis")
    line(left, bottom, right, bottom, "axis")
    step = xmax - xmin > 14 ? 2 : 1
    for (k = xmin; k <= xmax; k += step) {
        line(across(k), bottom, across(k), bottom + 5, "axis")
        text(across(k), bottom + 20, "middle", "", k)
    }
    text((left + right) / 2, bottom + 44, "middle", "", xlabel)
    printf "<text transform=\"translate(16 %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>\n", (top + bottom) / 2, escape(ylabel)
}

function curve(s,   i) {
    printf "<polyline class=\"s%d\" points=\"", s % 4
    for (i = 0; i < points[s]; i++)
        printf "%s%.1f,%.1f", i ? " " : "", across(x[s, i]), up(y[s, i])
    print "\"/>"
    for (i = 0; i < points[s]; i++)
        marker(s, across(x[s, i]), up(y[s, i]), cut[s, i])
}

function legend(s,   py) {
    py = top + 14 + s * 24
    line(right + 16, py, right + 44, py, "s" s % 4)
    marker(s, right + 30, py, 0)
    text(right + 52, py + 4, "start", "", name[s])
}

END {
    if (!series)
        exit 1
    low = int(log10(least) + 1e-9); high = ceil(log10(most) - 1e-9)
    if (high == low) high++
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n", width, height, width, height, escape(title)
    style()
    printf "<rect width=\"%d\" height=\"%d\" class=\"back\"/>\n", width, height
    text(left, 28, "start", "title", title)
    axes()
    for (s = 0; s < series; s++) curve(s)
    for (s = 0; s < series; s++) legend(s)
    if (anycut) text(right + 16, top + 22 + series * 24, "start", "", "hollow: not finished")
    print "</svg>"
}
