// The mobile layout belongs to narrow windows and to phones of any width. Styles
// say only the first, `@media (max-width: 767px)`; this plugin repeats those rules for
// html[data-layout='mobile'], which the boot script sets for a phone's user agent. A repeated rule stands behind its
// original and has the same specificity: :where() adds none, so both layouts resolve conflicts alike.
const narrow = /^\(max-width:\s*767px\)$/
const phone = ":where([data-layout='mobile'])"

function onPhones(selector) {
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
          if (rule.type === 'rule') rule.selectors = rule.selectors.map(onPhones)
        }
        media.after(rules)
      })
    },
  }
}
