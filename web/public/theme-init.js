// Runs before the first paint, from a file of its own because the security policy allows no inline script.
;(() => {
  let stored = null
  try {
    stored = localStorage.getItem('agio.theme')
  } catch {
    // Storage can be closed to us (private mode, a frame); the system's choice serves then.
  }
  const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
