// SPDX-License-Identifier: BSL-1.0
// The default theme with the fonts of the system.
import Theme from 'vitepress/theme-without-fonts'
import Explorer from './Explorer.vue'
import FilterRows from './FilterRows.vue'
import Live from './Live.vue'
import './style.css'

export default {
  extends: Theme,
  enhanceApp: ({ app }) => app.component('Explorer', Explorer).component('FilterRows', FilterRows).component('Live', Live),
}
