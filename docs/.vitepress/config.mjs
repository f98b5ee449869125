// SPDX-License-Identifier: BSL-1.0
// The site that scripts/docs.sh builds. scripts/site.py writes the pages and sidebar.json beside this file.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'

const sidebar = JSON.parse(readFileSync(new URL('./sidebar.json', import.meta.url), 'utf8'))

const about = JSON.parse(readFileSync(new URL('./about.json', import.meta.url), 'utf8'))

// Anchors of headings as the forge writes them, so that a link to a heading works in both places.
const slugify = (text) =>
  text.trim().toLowerCase().replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '').replace(/ /g, '-')

const groups = sidebar.filter(({ text }) => ['Tutorials', 'Guides', 'Recipes', 'Coming from', 'Reference', 'Gallery'].includes(text))

// In a folder of its own a group comes first, and the others are closed.
const first = (name) => [
  ...sidebar.filter(({ text }) => text === name).map((group) => ({ ...group, collapsed: false })),
  ...sidebar.filter(({ text }) => text !== name).map((group) => ({ ...group, collapsed: true })),
]
const sidebars = Object.fromEntries(['Reference', 'Contributing', 'Design', 'Benchmarks'].map((name) => [`/${name.toLowerCase()}/`, first(name)]))

const base = process.env.STRIA_DOCS_BASE ?? '/'

export default defineConfig({
  title: 'stria',
  description: "A C++23 tensor library with NumPy's indexing",
  base,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: base + 'favicon.svg' }]],
  outDir: process.env.STRIA_DOCS_OUT ?? '../docs',
  // The box and the index of the search are our own (search/engine.mjs).
  vite: {
    resolve: {
      alias: [{ find: /^.*\/VPLocalSearchBox\.vue$/, replacement: fileURLToPath(new URL('./search/SearchBox.vue', import.meta.url)) }],
    },
  },
  markdown: {
    anchor: { slugify },
    headers: { slugify },
    theme: { light: 'github-light', dark: 'github-dark' },
    config(md) {
      // Code in a line is not a template: `a{{1, 2}}`.
      // Cells name their column, because tables are stacked on narrow screens.
      md.core.ruler.push('heads', ({ tokens }) => {
        let heads = [], column = 0
        tokens.forEach(({ type }, k) => {
          if (type === 'thead_open') heads = []
          if (type === 'tr_open') column = 0
          if (type === 'th_open') heads.push((tokens[k + 1].children ?? []).map(({ content }) => content).join(''))
          if (type === 'td_open') tokens[k].attrSet('data-head', heads[column++] ?? '')
        })
      })
      const inline = md.renderer.rules.code_inline
      md.renderer.rules.code_inline = (...given) => inline(...given).replace('<code', '<code v-pre')
    },
  },
  themeConfig: {
    sidebar: { ...sidebars, '/': sidebar },
    nav: [
      { text: 'Ten minutes', link: '/guide/quickstart', page: 'guide/quickstart' },
      { text: 'Explorer', link: '/explore', page: 'explore' },
      ...groups.map(({ text, items }) => ({ text, link: items[0].link })),
    ].filter(({ page }) => !page || sidebar.some(({ items }) => items.some(({ link }) => link === '/' + page))),
    logo: '/favicon.svg',
    outline: { level: [2, 3] },
    footer: {
      message: `stria ${about.version}${about.commit ? ` (${about.commit})` : ''} · <a href="${about.repository}">repository</a> · Boost Software License 1.0`,
    },
    search: { provider: 'local' },
    docFooter: { prev: 'Previous page', next: 'Next page' },
  },
})
