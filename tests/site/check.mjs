// SPDX-License-Identifier: BSL-1.0
// check.mjs SITE NODE_MODULES SCREENSHOTS: checks the built site.
// - every link inside the site leads to a page, and to a heading of it
// - in Chromium: pictures load, no page is wider than a narrow screen, no page reports an error, in light and dark
// - the search finds names of the reference
// - the subscript explorer gives the results of NumPy
// - each program of the live gallery starts, draws, reacts to the pointer, and pauses out of view
// - without JavaScript or WebAssembly, these two pages show still pictures
import { createServer } from 'node:http'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, posix, resolve } from 'node:path'

const [site, modules, screenshots] = process.argv.slice(2).map((path) => resolve(path))
const puppeteer = createRequire(join(modules, 'x.cjs'))('puppeteer-core')
const problems = []
const base = process.env.STRIA_DOCS_BASE ?? '/'

const files = readdirSync(site, { recursive: true }).map((name) => name.split('\\').join('/'))
const pages = files.filter((name) => name.endsWith('.html') && name !== '404.html').sort()

// Links.

const decode = (text) =>
  text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>')
const html = new Map(pages.map((name) => [name, readFileSync(join(site, name), 'utf8')]))
const ids = new Map([...html].map(([name, text]) => [name, new Set([...text.matchAll(/\sid="([^"]*)"/g)].map((m) => decode(m[1])))]))
let links = 0
for (const [name, text] of html) {
  for (const [, raw] of text.matchAll(/<a\s[^>]*?href="([^"]*)"/g)) {
    const href = decode(raw)
    if (/^[a-z]+:/.test(href)) continue
    ++links
    const [path, anchor] = href.split('#')
    let target = name
    if (path !== '') {
      const at = path.startsWith(base) ? path.slice(base.length) : posix.join(posix.dirname(name), path)
      target = at === '' || at.endsWith('/') ? at + 'index.html' : at
    }
    target = decodeURIComponent(target)
    if (!existsSync(join(site, target)) || statSync(join(site, target)).isDirectory()) problems.push(`${name}: no page ${href}`)
    else if (anchor && ids.has(target) && !ids.get(target).has(decodeURIComponent(anchor))) problems.push(`${name}: no heading ${href}`)
  }
}

// The browser.

const types = { html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg', json: 'application/json', wasm: 'application/wasm' }
const server = createServer((request, response) => {
  let path = decodeURIComponent(request.url.split(/[?#]/)[0]).slice(base.length)
  if (path === '' || path.endsWith('/')) path += 'index.html'
  const file = join(site, path)
  if (!file.startsWith(site) || !existsSync(file)) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, { 'Content-Type': types[file.split('.').pop()] ?? 'application/octet-stream' }).end(readFileSync(file))
})
await new Promise((done) => server.listen(0, '127.0.0.1', done))
const origin = `http://127.0.0.1:${server.address().port}${base}`
const chromium = process.env.STRIA_CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
if (!chromium) {
  console.log('check.mjs: no Chromium; scripts/setup.sh docs-check installs it, or STRIA_CHROMIUM names one')
  process.exit(1)
}
const browser = await puppeteer.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'], protocolTimeout: 120000 })
const page = await browser.newPage()
page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
page.on('response', (answer) => answer.status() >= 400 && problems.push(`${page.url()}: ${answer.status()} for ${answer.url()}`))

const appearance = (scheme) => page.evaluateOnNewDocument((value) => localStorage.setItem('vitepress-theme-appearance', value), scheme)
const open = async (name) => {
  await page.goto(origin + name, { waitUntil: 'load' })
  await page.waitForSelector('.VPContent')
}

// Each page on a narrow screen. Pages that show a source file are alike.
const shown = pages.filter((name) => !name.startsWith('source/'))
const narrow = { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
let pictures = 0
await page.setViewport(narrow)
for (const name of shown) {
  await open(name)
  const found = await page.evaluate(async () => {
    const images = [...document.querySelectorAll('.vp-doc img')]
    await Promise.all(images.map((image) => { image.loading = 'eager'; return image.decode().catch(() => {}) }))
    const wide = document.documentElement.scrollWidth > window.innerWidth
    const widest = [...document.querySelectorAll('.vp-doc *')].filter((e) => {
      if (e.getBoundingClientRect().right <= window.innerWidth + 1) return false
      for (let p = e.parentElement; p; p = p.parentElement) if (['auto', 'scroll', 'hidden'].includes(getComputedStyle(p).overflowX)) return false
      return true
    })
    const tables = [...document.querySelectorAll('.vp-doc table')].filter((e) => e.scrollWidth > e.clientWidth + 1).length
    return { wide, tables, widest: widest[0]?.outerHTML.slice(0, 120), width: document.documentElement.scrollWidth,
             images: images.length, missing: images.filter((i) => i.naturalWidth === 0).map((i) => i.src),
             title: document.querySelector('.VPContent h1')?.textContent ?? '' }
  })
  pictures += found.images
  if (found.wide || found.widest) problems.push(`${name}: ${found.width} pixels wide on a screen of ${narrow.width}: ${found.widest}`)
  if (found.tables) problems.push(`${name}: ${found.tables} tables scroll on a narrow screen`)
  for (const src of found.missing) problems.push(`${name}: the picture ${src} does not load`)
  if (!found.title) problems.push(`${name}: no title`)
}

// On a wide screen no code scrolls, except pages of source files, and no page of the reference is very long: its topic in
// scripts/reference_pages.py should be split. On a narrow one no table scrolls.

const wide = { width: 1280, height: 900, deviceScaleFactor: 1 }
await page.setViewport(wide)
for (const name of shown) {
  await open(name)
  for (const line of await page.evaluate(() => [...document.querySelectorAll('.vp-doc div[class*=language-] pre')].filter((e) => e.scrollWidth > e.clientWidth + 1)
    .map((e) => e.textContent.trim().slice(0, 60)))) problems.push(`${name}: code is wider than its column: ${line}`)
  const height = await page.evaluate(() => document.querySelector('.vp-doc')?.scrollHeight ?? 0)
  if (name.startsWith('reference/') && height > 8000) problems.push(`${name}: ${height} pixels high, more than 8000`)
}

// Search.

const searches = [['take_along_axis', /reference\/\w+.*#take_along_axis$/], ['a[::-1]', /guide\/indexing/], ['matrix inverse', /#linalg-inv$/], ['newaxis', /#newaxis$/]]
for (const [word, expected] of searches) {
  await open('index.html')
  await page.evaluate(() => sessionStorage.clear()) // it keeps the last search
  await open('index.html')
  await page.waitForSelector('.DocSearch-Button')
  await page.click('.DocSearch-Button')
  await page.waitForSelector('.search-input')
  await page.type('.search-input', word)
  // Results appear while the word is typed.
  let found = []
  for (const end = Date.now() + 30000; Date.now() < end && !found.slice(0, 5).some((href) => expected.test(href)); ) {
    await new Promise((done) => setTimeout(done, 200))
    found = await page.evaluate(() => [...document.querySelectorAll('.VPLocalSearchBox .result')].map((a) => a.getAttribute('href')))
  }
  if (!found.slice(0, 5).some((href) => expected.test(href))) problems.push(`the search for ${word} finds ${found.slice(0, 5).join(' ') || 'nothing'}`)
  if (word === searches[0][0]) await page.screenshot({ path: shot('search') })
}

// The subscript explorer. Links carry its state.

await open('explore.html')
await page.waitForSelector('.explorer .result', { timeout: 30000 })
const { cases } = JSON.parse(readFileSync(new URL('../oracle/data/numpy_basic.json', import.meta.url), 'utf8'))
const answers = await page.evaluate(async (asked) => {
  const found = []
  for (const [shape, t] of asked) {
    const start = performance.now()
    location.hash = new URLSearchParams({ shape, t })
    await new Promise((done) => addEventListener('hashchange', () => setTimeout(done), { once: true }))
    const fault = document.querySelector('.fault')
    found.push({ time: performance.now() - start, result: fault ? 'error' : document.querySelector('.explorer .result').textContent })
  }
  return found
}, cases.map(({ shape, numpy_text }) => [String(shape), numpy_text]))
cases.forEach(({ shape, numpy_text, expect }, k) => {
  const wanted = expect.error || /\d{11}/.test(numpy_text) ? 'error' : `(${expect.shape.join(', ')}${expect.shape.length === 1 ? ',' : ''})`
  if (answers[k].result !== wanted) problems.push(`explore.html: ${numpy_text} of (${shape}): ${answers[k].result}, not ${wanted}`)
})
const latency = answers.map(({ time }) => time).sort((a, b) => a - b)[answers.length >> 1].toFixed(1)
if (latency >= 50) problems.push(`explore.html: an answer takes ${latency} ms`)

const module_size = statSync(join(site, 'wasm/explore.wasm')).size
if (module_size > 600 * 1024) problems.push(`explore.wasm has ${module_size} bytes`)

// The live gallery. A picture of each program is stored; the still pictures of the page are copies of these.

await open('live.html')
const programs = await page.$$eval('.live', (all) => all.map(({ dataset }) => dataset.program))
const rates = []
for (const name of programs) {
  const box = `.live[data-program=${name}]`
  const drawn = () => page.$eval(box, ({ dataset }) => Number(dataset.drawn))
  const colors = () => page.$eval(`${box} canvas`, (canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    return [canvas.width, new Set(new Uint32Array(data.buffer)).size]
  })
  try {
    await page.$eval(box, (element) => element.scrollIntoView({ block: 'center' }))
    await page.waitForFunction((box) => document.querySelector(box).dataset.rate, { timeout: 60000 }, box)
    const [width, count] = await colors()
    if (width !== 256 || count < 8) problems.push(`live.html: ${name} draws ${count} colours on ${width} x ${width}`)
    await page.hover(`${box} canvas`)
    await page.mouse.down()
    await page.mouse.up()
    const after = await drawn()
    await page.waitForFunction((box, after) => document.querySelector(box).dataset.drawn > after + 5, { timeout: 60000 }, box, after)
    rates.push(`${name} ${await page.$eval(box, ({ dataset }) => dataset.rate)}`)
    writeFileSync(shot(`live-${name}`, 'webp'), (await page.$eval(`${box} canvas`, (canvas) => canvas.toDataURL('image/webp', 0.8))).split(',')[1], 'base64')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight * (scrollY < 2000 ? 1 : 0)))
    await new Promise((done) => setTimeout(done, 500))
    const paused = await drawn()
    await new Promise((done) => setTimeout(done, 500))
    if ((await drawn()) !== paused) problems.push(`live.html: ${name} does not pause out of view`)
  } catch (error) {
    problems.push(`live.html: ${name}: ${error.message}`)
  }
}
if (rates.length < 7) problems.push(`live.html: only ${rates.length} programs`)
for (const rate of rates) console.log(`check.mjs: ${rate}`)

// The same pages without JavaScript, and without WebAssembly.

for (const javascript of [false, true]) {
  const plain = await browser.newPage()
  plain.on('pageerror', (error) => problems.push(`${plain.url()} without WebAssembly: ${error.message}`))
  await plain.setJavaScriptEnabled(javascript)
  await plain.evaluateOnNewDocument(() => delete globalThis.WebAssembly)
  for (const [name, wanted] of [['explore.html', 1], ['live.html', programs.length]]) {
    await plain.goto(origin + name, { waitUntil: 'load' })
    const stills = await plain.$$eval('.vp-doc img', (images) => images.filter((image) => image.clientWidth > 100).length)
    const running = await plain.$$eval('.vp-doc :is(input, canvas)', (all) => all.filter((element) => element.clientWidth > 0).length)
    if (stills < wanted || running) problems.push(`${name} without ${javascript ? 'WebAssembly' : 'JavaScript'}: ${stills} still pictures, ${running} programs`)
  }
  await plain.close()
}

// Screenshots, for inspection.

function shot(name, type = 'png') {
  mkdirSync(screenshots, { recursive: true })
  return join(screenshots, `${name}.${type}`)
}
const samples = ['index.html', 'reference/sorting.html', 'reference/tensor.html', 'guide/quickstart.html', 'guide/indexing.html', 'numpy.html', 'gallery.html', 'explore.html', 'live.html'].filter((name) => pages.includes(name))
for (const scheme of ['light', 'dark']) {
  await appearance(scheme)
  for (const [size, view] of [['wide', wide], ['narrow', narrow]]) {
    await page.setViewport(view)
    for (const name of samples) {
      await open(name)
      const dark = await page.evaluate(() => document.documentElement.classList.contains('dark'))
      if (dark !== (scheme === 'dark')) problems.push(`${name}: not ${scheme}`)
      const contrast = await page.evaluate(() => {
        const light = (color) => { const [r, g, b] = color.match(/[\d.]+/g).map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4 }); return 0.2126 * r + 0.7152 * g + 0.0722 * b }
        const text = light(getComputedStyle(document.querySelector('.vp-doc p')).color), ground = light(getComputedStyle(document.body).backgroundColor)
        return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05)
      })
      if (contrast < 4.5) problems.push(`${name}: contrast ${contrast.toFixed(1)} in ${scheme}`)
      await page.screenshot({ path: shot(`${name.replace(/\.html$/, '').replaceAll('/', '-')}-${size}-${scheme}`) })
    }
  }
}
await browser.close()
server.close()

for (const problem of new Set(problems)) console.log(problem)
console.log(`check.mjs: ${pages.length} pages, ${links} links, ${pictures} pictures, ${searches.length} searches, ${answers.length} subscripts (${latency} ms each), ${new Set(problems).size} problems`)
process.exit(problems.length ? 1 : 0)
