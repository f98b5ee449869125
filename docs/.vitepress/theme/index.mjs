// SPDX-License-Identifier: BSL-1.0
// The default theme with the fonts of the system.
import Theme from 'vitepress/theme-without-fonts'
import FilterRows from './FilterRows.vue'
import './style.css'

export default {
  extends: Theme,
  enhanceApp: ({ app }) => app.component('FilterRows', FilterRows),
}
