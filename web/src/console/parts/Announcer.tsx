import { useEffect, useRef, useState } from 'react'
import { config } from '../../host/config'

/** After a navigation, sets the title, announces the heading to screen readers and focuses it. */
export function Announcer({ place }: { place: string }) {
  const [said, setSaid] = useState('')
  const before = useRef(place)
  useEffect(() => {
    const name = () => {
      const heading = document.querySelector('h1')
      const text = heading?.textContent ?? ''
      document.title = text ? `${text} · ${config.tenant.name}` : config.tenant.name
      return heading
    }
    const announce = () => {
      const heading = name()
      if (!heading) return false
      if (before.current === place) return true
      before.current = place
      setSaid(heading.textContent ?? '')
      heading.tabIndex = -1
      heading.focus()
      return true
    }
    // A customer's page has no heading until its data has loaded.
    const watch = new MutationObserver(() => {
      if (announce()) watch.disconnect()
    })
    const frame = requestAnimationFrame(() => {
      if (!announce()) watch.observe(document.body, { childList: true, subtree: true })
    })
    return () => {
      cancelAnimationFrame(frame)
      watch.disconnect()
    }
  }, [place])
  return (
    <span role="status" className="sr-only">
      {said}
    </span>
  )
}
