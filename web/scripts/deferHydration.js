// Asks for the scripts that make the page live once it has been painted: until then the line and the processor
// of a phone belong to what is read (docs/decisions/0062). Nothing translates it: syntax of 2015 at most.
;(() => {
  var isAsked = false
  // Whoever waits until the page is loaded (a test, a reader's tool) must meet one that lives: a frame
  // whose document is still open holds that word back.
  var hold = document.head.appendChild(document.createElement('iframe'))
  hold.contentDocument.open()
  function letGo() {
    if (!hold.isConnected) return
    hold.contentDocument.close()
    hold.remove()
  }
  // At once, without a timer: a page whose clock is held (a test's) must be loaded all the same.
  addEventListener('alive', letGo)
  function ask() {
    var start = document.querySelector('script[data-start]')
    if (isAsked || !start) return
    isAsked = true
    for (var link of document.querySelectorAll('link[rel="later"]')) link.rel = link.dataset.rel
    var script = document.createElement('script')
    script.type = 'module'
    script.onerror = letGo
    script.onload = () => setTimeout(letGo, 3000)
    script.src = start.dataset.start
    document.head.appendChild(script)
  }
  var isPainted = false
  new PerformanceObserver(() => {
    isPainted = true
    ask()
  }).observe({ type: 'paint', buffered: true })
  // Over a slow line the page is painted before its end has come, which names the scripts. Nothing is painted
  // where nobody looks, nor is every browser sure to tell.
  document.addEventListener('DOMContentLoaded', () => {
    setTimeout(ask, isPainted || document.hidden ? 0 : 1000)
  })
})()
