import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { config } from '../host/config'

/** After a navigation, sets the title, announces the page to screen readers and focuses its heading. */
export function RouteAnnouncer() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? '' })
  const [said, setSaid] = useState('')
  const before = useRef('')
  useEffect(() => {
    // After the page's own effects: the heading is rendered by then, and autofocus has been applied.
    const frame = requestAnimationFrame(() => {
      const heading = document.querySelector('h1')
      const name = heading?.textContent ?? ''
      document.title = name ? `${name} · ${config.tenant.name}` : config.tenant.name
      const moved = before.current !== '' && before.current !== path
      before.current = path
      if (!moved) return
      setSaid(name)
      if (document.activeElement === null || document.activeElement === document.body) heading?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [path])
  return (
    <span role="status" className="sr-only">
      {said}
    </span>
  )
}
