// SPDX-License-Identifier: BSL-1.0
// The search of the site. It keeps what prose searches drop: `_`, `_0`, operators, subscripts such as `a[::-1]`, and
// dotted names such as `np.add.at`. scripts/site.py writes the sections that it searches (search.json); the test
// tree.search runs it in Node.js.

const stopWords = new Set(('a an and are as at be by can do does for from get give has have how i in into is it its make me my of on one or ' +
  'should so than that the there this to too use using very want what when which with you').split(' '))
// Namespaces that users write before a name.
const prefix = /^(np|numpy|tf|torch|jnp|cp|stria|scipy|xp)\./

// One form for related words: elements, element; sorted, sorting, sort.
export function stem(word) {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  let w = word.replace(/ies$/, 'y').replace(/(ss|sh|ch|x)es$/, '$1').replace(/([^su])s$/, '$1')
  w = w.replace(/([a-z]{3,})(?:ings?|ed|er|ion)$/, '$1')
  w = w.replace(/([bdglmnprt])\1$/, '$1').replace(/(is|iz|il)at$/, '$1')
  return w.length > 3 ? w.replace(/e$/, '') : w
}

const scan = new RegExp([
  /(?<subscript>(?<=[\w)\]])\[(?:[^\[\]\n]|\[[^\[\]\n]*\]){1,40}\]|\[[^\[\]\n]*:[^\[\]\n]*\])/,
  /operator\s*(?<operator>""_\w+|\(\)|\[\]|[^\w\s(.,]{1,3})/,
  /(?<word>\b[a-z]+\+\+(?![\w+])|[a-z_]\w*(?:(?:::|\.)[a-z_]\w*)*)/,
  /(?<number>\d+(?:_[a-z]\w*|\.\d+)?)/,
  /(?<sign><=>|<<=|>>=|\.\.\.|::?-?\d*|[-+*\/%&|^<>=!]=|&&|\|\||<<|>>|->|[-+@*\/\\%&|^~<>!=])/,
].map((part) => part.source).join('|'), 'gi')

// The words of a text. Each word has the forms under which it is found, the most exact one first: [form, weight].
export function words(text) {
  const found = []
  const visit = (part) => {
    for (const { groups: g, index, 0: all } of part.matchAll(scan)) {
      if (g.subscript) {
        const plain = g.subscript.toLowerCase().replace(/\s+/g, '')
        const forms = [[plain, 1], [plain.replace(/\d+/g, 'n'), 0.7]]
        // Index arrays, whatever their names.
        const arrays = plain.replace(/(?<![\w.])(?!none\b|newaxis\b)[a-z][\w.]*(\([^()]*\))?/g, 'i')
        if (/^\[i(,i)+\]$/.test(arrays)) forms.push([arrays, 0.6])
        found.push(forms)
        visit(g.subscript.slice(1, -1))
      } else if (g.operator) found.push([['operator' + g.operator, 1], [g.operator, 0.8]])
      else if (g.word) {
        const dotted = g.word.toLowerCase().replaceAll('::', '.')
        const forms = [[stem(dotted), 1]]
        const bare = dotted.replace(prefix, '')
        if (bare !== dotted) forms.push([stem(bare), 0.95])
        const last = bare.split('.').pop()
        if (last !== bare) forms.push([stem(last), 0.7])
        const camel = /[a-z][A-Z]/.test(g.word) ? g.word.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase() : last
        const parts = camel.split('_').filter((p) => p.length > 1)
        if (parts.length > 1 || (parts.length === 1 && parts[0] !== last)) for (const p of parts) forms.push([stem(p), 0.4])
        const letters = /^([a-z]{2,})\d+$/.exec(last)
        if (letters) forms.push([stem(letters[1]), 0.5])
        found.push(forms)
      } else if (g.number) found.push([[g.number.toLowerCase(), 1]])
      // A sign inside prose is punctuation.
      else if (g.sign && (all.length > 1 || /^[@_%&|^~+*\\]$/.test(all) || part.length < 8)) found.push([[all, 1]])
    }
  }
  visit(text)
  return found
}

const fields = [['title', 9], ['keys', 5], ['above', 2], ['text', 1]]

// sections: [{path, title, above, text, keys, group, name}]; group 0 is shown before group 1.
export function index({ sections, synonyms }) {
  const postings = new Map()
  const lengths = []
  sections.forEach((section, k) => {
    const weights = new Map()
    let length = 0
    for (const [field, weight] of fields) {
      const counts = new Map()
      for (const forms of words(section[field] ?? '')) {
        ++length
        for (const [form, share] of forms) counts.set(form, (counts.get(form) ?? 0) + share)
      }
      for (const [form, count] of counts) weights.set(form, (weights.get(form) ?? 0) + weight * Math.min(count, 1 + Math.log1p(count)))
    }
    lengths.push(length)
    for (const [form, weight] of weights) {
      if (!postings.has(form)) postings.set(form, [])
      postings.get(form).push([k, weight])
    }
  })
  const alike = new Map()
  for (const group of synonyms ?? []) {
    for (const word of group.map(stem)) alike.set(word, [...new Set([...(alike.get(word) ?? []), ...group.map(stem)])].filter((w) => w !== word))
  }
  const titles = sections.map((s) => [...new Set(words(s.title).map((forms) => forms[0][0]).filter((w) => !stopWords.has(w)))])
  const phrases = sections.map((s) => (s.keys ?? '').split(/,(?![^[(]*[\])])/).map((phrase) => words(phrase).map((forms) => forms.map(([form]) => form))
    .filter((forms) => !stopWords.has(forms[0]))).filter((phrase) => phrase.length))
  const names = new Map()
  const bare = (name) => name.toLowerCase().replaceAll('::', '.')
  sections.forEach((s, k) => {
    if (!s.name) return
    const full = bare(s.name)
    for (const [key, score] of [[full, 3], [full.split('.').pop(), 2]]) names.set(key, [...(names.get(key) ?? []), [k, score]])
  })
  return { sections, postings, lengths, mean: lengths.reduce((a, b) => a + b, 0) / lengths.length, alike, titles, phrases, names, forms: [...postings.keys()] }
}

function closeTo(a, b) {
  if (Math.abs(a.length - b.length) > 1 || a[0] !== b[0]) return false
  let i = 0
  while (i < a.length && i < b.length && a[i] === b[i]) ++i
  const rest = (s, n) => s.slice(i + n)
  return rest(a, 1) === rest(b, 1) || rest(a, 1) === rest(b, 0) || rest(a, 0) === rest(b, 1) ||
    (a[i] === b[i + 1] && a[i + 1] === b[i] && rest(a, 2) === rest(b, 2))
}

// The words of a query, each with its share of the score: [forms, share]. In `x.sum(axis, 2)` and `a.shape[0]` the name matters more than
// the arguments; names in a subscript, a number or a letter alone say little. `for row in a` is a loop.
function asked(query) {
  const called = /^\s*((?:[a-z]\w*(?:\.|::))*[a-z_]\w+(?=\()|(?:[a-z]\w*\.)+[a-z]\w+(?=\[))(.+)$/is.exec(query)
  const [head, rest] = called ? called.slice(1) : [query.replace(/^\s*for\s+(.+?)\s+in\b/i, 'loop $1'), '']
  const shares = (part, share) => {
    let inside = false
    return words(part).map((forms) => {
      const own = share * (inside ? 0.4 : 1)
      inside ||= forms[0][0].startsWith('[')
      return [forms, own]
    })
  }
  const little = (forms) => /^([a-z]|\d+)$/.test(forms[0][0])
  const found = [...shares(head, 1), ...shares(rest, 0.2)].filter(([forms]) => !stopWords.has(forms[0][0]))
  const used = found.length ? found : words(query).map((forms) => [forms, 1])
  return used.every(([forms]) => little(forms)) ? used : used.map(([forms, share]) => [forms, little(forms) ? Math.min(share, 0.3) : share])
}

// Further forms for a word that the pages may not have: its synonyms, words that begin with it, words with a slip of the pen.
function widened(idx, forms, last) {
  const all = new Map(forms)
  const add = (form, weight) => { if (idx.postings.has(form) && (all.get(form) ?? 0) < weight) all.set(form, weight) }
  for (const [form, weight] of forms) for (const other of idx.alike.get(form) ?? []) add(other, 0.55 * weight)
  const typed = forms[0][0]
  const known = forms.some(([form, weight]) => weight > 0.5 && idx.postings.has(form))
  if (/^\w/.test(typed) && typed.length > 1 && (last || !known)) {
    for (const form of idx.forms) if (form.startsWith(typed) && form !== typed) add(form, 0.6 * typed.length / form.length)
  }
  if (!known && typed.length > 4) for (const form of idx.forms) if (closeTo(typed, form)) add(form, 0.5)
  return all
}

// The sections for a query, best first: [{section, score}].
export function search(idx, query, limit = 16) {
  const parts = asked(query)
  const used = parts.map(([forms]) => forms)
  const heads = parts.filter(([, part]) => part >= 0.5).map(([forms]) => forms)
  const scores = new Map()
  let total = 0
  parts.forEach(([forms, part], place) => {
    const best = new Map()
    let rarest = 0
    for (const [form, share] of widened(idx, forms, place === used.length - 1 && !/\s$/.test(query))) {
      const list = idx.postings.get(form)
      if (!list) continue
      const rare = Math.log(1 + (idx.sections.length - list.length + 0.5) / (list.length + 0.5))
      if (share >= 0.5) rarest = Math.max(rarest, rare)
      for (const [k, weight] of list) {
        const score = share * rare * weight * 2.2 / (weight + 1.2 * (0.4 + 0.6 * idx.lengths[k] / idx.mean))
        if (score > (best.get(k)?.[0] ?? 0)) best.set(k, [score, share])
      }
    }
    rarest ||= 4
    total += part * rarest
    for (const [k, [score, share]] of best) {
      const s = scores.get(k) ?? { score: 0, covered: 0 }
      s.score += part * score
      s.covered += part * rarest * Math.min(1, share + 0.3)
      scores.set(k, s)
    }
  })
  const known = (heads.length ? heads : used)
    .map((forms) => new Set(forms.slice(0, 3).flatMap(([form]) => [form, ...(idx.alike.get(form) ?? [])])))
  // How much of the query and of one phrase of the keywords agree.
  const agree = (phrase) => {
    const met = known.filter((forms) => phrase.some((word) => word.some((form) => forms.has(form)))).length
    const held = phrase.filter((word) => known.some((forms) => word.some((form) => forms.has(form)))).length
    return met < Math.min(2, known.length) ? 0 : (met / known.length) ** 1.5 * Math.sqrt(held / phrase.length)
  }
  const asks = new Set(used.flatMap((forms) => forms.slice(0, 3).flatMap(([form]) => [form, ...(idx.alike.get(form) ?? [])])))
  const called = query.trim().toLowerCase().replace(/^stria::/, '').replace(/\(.*\)$|(?<=\w\w)\[.*\]$/s, '').replaceAll('::', '.').replace(/\s+/g, '')
  const named = new Map()
  const method = called.replace(/^[a-z]\w*\./, '')
  for (const [key, factor] of [[called, 1], [called.replace(prefix, ''), 0.9], [method, 0.3], ['operator' + called, 0.8]]) {
    for (const [k, score] of idx.names.get(key) ?? []) named.set(k, Math.max(named.get(k) ?? 0, score * factor))
  }
  const results = []
  for (const k of new Set([...scores.keys(), ...named.keys()])) {
    const { score, covered } = scores.get(k) ?? { score: 0, covered: 0 }
    const title = idx.titles[k]
    const hit = title.filter((word) => asks.has(word)).length
    const section = idx.sections[k]
    let value = score * Math.min(1, covered / total) ** 2
    value *= 1 + 2 * Math.max(0, ...idx.phrases[k].map(agree))
    value *= 1 + 0.6 * (hit / Math.max(1, title.length)) * Math.min(1, hit / known.length)
    value = value * (section.weight ?? 1) + 40 * (named.get(k) ?? 0)
    results.push({ section, score: value })
  }
  results.sort((a, b) => b.score - a.score)
  // Further sections of a page come after the best ones of other pages.
  const seen = new Map()
  for (const result of results.slice(0, 200)) {
    const page = result.section.path.split('#')[0]
    const before = seen.get(page) ?? 0
    seen.set(page, before + 1)
    if (result.score < 40) result.score *= 0.75 ** before
  }
  results.sort((a, b) => b.score - a.score)
  const groups = [0, 1].map((group) => results.filter(({ section }) => (section.group ?? 0) === group))
  // The second group comes first only if nothing in the first one is as good by far.
  const order = groups[1].length && groups[1][0].score > 2.5 * (groups[0][0]?.score ?? 0) ? [1, 0] : [0, 1]
  return order.flatMap((group, place) => groups[group].slice(0, place === 0 ? limit : limit / 2))
}
