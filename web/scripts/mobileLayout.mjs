// The mobile layout is for narrow windows and for phones of any width. The style sheets have rules only
// for narrow windows: `@media (max-width: 767px)`. This plugin repeats those rules for
// html[data-layout='mobile'], which the boot script sets for a phone's user agent. A repeated rule
// follows its original and has the same specificity, because :where() adds none. So both layouts
// resolve conflicts in the same way.
const narrow = /^\(max-width:\s*767px\)$/
const phone = ":where([data-layout='mobile'])"

function selectOnPhones(selector) {
  const root = /^(:root|html)(?![\w-])/
  return root.test(selector)
    ? selector.replace(root, `$1${phone}`)
    : `:where(html[data-layout='mobile']) ${selector}`
}

export function mobileLayout() {
  return {
    postcssPlugin: 'mobile-layout',
    Once(css) {
      css.walkAtRules('media', (media) => {
        if (!narrow.test(media.params)) return
        const rules = media.nodes.map((node) => node.clone())
        for (const rule of rules) {
          if (rule.type === 'rule') rule.selectors = rule.selectors.map(selectOnPhones)
        }
        media.after(rules)
      })
    },
  }
}
