// Loads the scripts after the first paint: until then the network and the processor of a phone are for the content.
// With the framework's own start, the largest paint in Lighthouse came after 2.1 to 2.9 s instead of 1.6 to 1.8 s
// (docs/decisions/0062, 0241). This file is not transpiled, so it uses only ES2015 syntax.
;(() => {
  // The browser remembers that a module script failed to load (the network changed, a proxy failed), and only a reload
  // fetches it again. The page is reloaded once, when there is a network.
  var reloadedKey = 'reloaded_without_start'
  function reloadOnce() {
    try {
      if (sessionStorage.getItem(reloadedKey)) return
      sessionStorage.setItem(reloadedKey, 'true')
    } catch (_) {
      return
    }
    if (navigator.onLine) location.reload()
    else addEventListener('online', () => location.reload(), { once: true })
  }
  var isStarted = false
  function loadScripts() {
    var start = document.querySelector('script[data-start]')
    if (isStarted || !start) return
    isStarted = true
    var deferred = document.getElementById('deferred')
    deferred.replaceWith(deferred.content)
    var script = document.createElement('script')
    script.type = 'module'
    script.src = start.dataset.start
    script.onerror = reloadOnce
    script.onload = () => {
      try {
        sessionStorage.removeItem(reloadedKey)
      } catch (_) {}
    }
    document.head.appendChild(script)
  }
  var isPainted = false
  new PerformanceObserver(() => {
    isPainted = true
    loadScripts()
  }).observe({ type: 'paint', buffered: true })
  // On a slow network the first paint comes before the end of the HTML, which names the scripts. A hidden page is
  // not painted, and not every browser reports paints.
  document.addEventListener('DOMContentLoaded', () => {
    setTimeout(loadScripts, isPainted || document.hidden ? 0 : 1000)
  })
})()
