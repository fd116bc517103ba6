// The widget's loader: AgioWidget.open({ apiKey, mode, container, params, query, onEvent }). It has no dependencies and
// reads nothing of the page around. See docs/partners.md, section "Widget".
;(() => {
  const HOST = new URL(document.currentScript.src).origin
  const ALLOW = 'camera; microphone; payment; clipboard-write; publickey-credentials-get'
  const STYLE = {
    overlay: 'position:fixed;inset:0;z-index:2147483000;display:grid;place-items:center;background:rgb(10 14 16/.55)',
    frame: 'border:0;width:100%;background:transparent;color-scheme:normal;display:block',
    card: 'width:min(440px,100vw);height:min(780px,100vh);border-radius:20px;overflow:hidden;background:#fff;position:relative;box-shadow:0 28px 64px -12px rgb(0 0 0/.4)',
    close:
      'position:absolute;top:18px;right:14px;width:40px;height:40px;border:0;border-radius:20px;background:rgb(255 255 255/.9);color:#10171a;font:24px/1 sans-serif;cursor:pointer;z-index:1',
  }

  const make = (tag, style, more) => {
    const made = Object.assign(document.createElement(tag), more)
    made.style.cssText = style
    return made
  }

  /** The address of the frame. `query` comes from the partner's server, which signed it, and is used as it is. */
  const address = ({ apiKey, params, query, mode }) => {
    const place = mode && mode !== 'overlay' ? '' : '#overlay'
    if (query) return `${HOST}/frame/exchange${query[0] === '?' ? query : `?${query}`}${place}`
    const pairs = Object.entries({ apiKey, ...params }).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ])
    return `${HOST}/frame/exchange?${new URLSearchParams(pairs)}${place}`
  }

  const open = (options) => {
    const { mode = 'overlay', container, onEvent } = options
    let source
    let frame
    let overlay
    const before = document.activeElement

    const hear = ({ origin, source: from, data }) => {
      // Only our own frame speaks here.
      if (origin !== HOST || from !== source() || !data || data.v !== 1) return
      if (data.type === 'height' && frame && mode === 'inline') frame.style.height = `${data.payload.px}px`
      if (data.type === 'problem') {
        const { parameter, rule } = data.payload
        console.warn(
          `Agio widget: ${parameter ? `the parameter ${parameter} is not applied` : 'it does not open'} (${rule})`,
        )
      }
      if (onEvent) onEvent({ type: data.type, payload: data.payload })
    }
    const closeByKey = (event) => event.key === 'Escape' && close()
    const close = () => {
      removeEventListener('message', hear)
      removeEventListener('keydown', closeByKey)
      ;(overlay || frame)?.remove()
      if (overlay) before?.focus?.()
      if (onEvent) onEvent({ type: 'closed', payload: {} })
    }

    addEventListener('message', hear)
    if (mode === 'tab') {
      const tab = window.open(address(options), '_blank')
      source = () => tab
      const closeTab = () => {
        tab?.close()
        close()
      }
      return { close: closeTab }
    }
    frame = make('iframe', STYLE.frame, {
      src: address(options),
      title: options.title || 'Exchange',
      allow: ALLOW,
      referrerPolicy: 'origin',
    })
    source = () => frame.contentWindow
    if (mode === 'inline') {
      frame.style.height = '640px'
      const place = typeof container === 'string' ? document.querySelector(container) : container
      place.append(frame)
    } else {
      frame.style.height = '100%'
      overlay = make('div', STYLE.overlay, { role: 'dialog', ariaModal: 'true', ariaLabel: frame.title })
      const card = make('div', STYLE.card)
      const button = make('button', STYLE.close, {
        type: 'button',
        textContent: '×',
        ariaLabel: 'Close',
        onclick: close,
      })
      card.append(frame, button)
      overlay.append(card)
      overlay.addEventListener('click', (event) => event.target === overlay && close())
      addEventListener('keydown', closeByKey)
      document.body.append(overlay)
      button.focus()
    }
    return { close, frame }
  }

  window.AgioWidget = { open }
})()
