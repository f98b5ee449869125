// SPDX-License-Identifier: BSL-1.0
// search.mjs SITE [QUERY...]: checks the search of the site that scripts/site.py wrote into SITE; with queries, prints
// what it finds for them.
// - each public name finds its entry among the first three results
// - each query of queries.json finds one of its pages or sections among the first three, and no query is a keyword
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { index, search } from '../../docs/.vitepress/search/engine.mjs'

const [site, ...queries] = process.argv.slice(2)
const here = dirname(fileURLToPath(import.meta.url))
const idx = index(JSON.parse(readFileSync(join(site, 'public/search.json'), 'utf8')))
const found = (query) => search(idx, query).map(({ section, score }) => ({ path: section.path, title: section.title, score }))

if (queries.length) {
  for (const query of queries) {
    console.log(query)
    for (const { path, title, score } of found(query).slice(0, 8)) console.log(`  ${score.toFixed(1)} ${path}  ${title.slice(0, 70)}`)
  }
  process.exit(0)
}

const problems = []
const check = (query, wanted) => {
  const first = found(query).slice(0, 3).map(({ path }) => path)
  const fits = (path) => wanted.some((want) => (want.includes('#') ? path === want : path.split('#')[0] === want))
  if (!first.some(fits)) problems.push(`${query}: finds ${first.join(' ') || 'nothing'}, not ${wanted.join(' or ')}`)
}

const named = idx.sections.filter((section) => section.name)
for (const { name, path } of named) check(name, [path])
const asked = Object.entries(JSON.parse(readFileSync(join(here, 'queries.json'), 'utf8'))).flatMap(([, group]) => Object.entries(group))
const plain = (text) => text.toLowerCase().replace(/\s+/g, ' ').trim()
const keywords = JSON.parse(readFileSync(join(here, '../../docs/.vitepress/search/keywords.json'), 'utf8'))
const phrases = new Set([...Object.values(keywords.names), ...Object.values(keywords.pages)].flatMap((list) => [list, ...list.split(/,(?![^[(]*[\])])/)]).map(plain))
for (const [query, wanted] of asked) {
  check(query, wanted)
  if (phrases.has(plain(query))) problems.push(`${query}: is a keyword, so finding it shows nothing`)
}
for (const problem of problems) console.log(problem)
console.log(`search.mjs: ${named.length} names, ${asked.length} queries, ${idx.sections.length} sections, ${problems.length} problems`)
process.exit(problems.length || named.length < 500 || asked.length < 150 ? 1 : 0)
