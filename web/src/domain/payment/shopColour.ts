import { useEffect } from 'react'
import { brandIn } from '../../theme/colours'

/** The ground and the text of a mark in a shop's colour. Their contrast is at least 4.5:1 for any colour. */
export function markOf(colour: string): { background: string; color: string } {
  const { brand = '', 'on-brand': text = '' } = brandIn('light', colour)
  return { background: brand, color: text }
}

/** Gives the page the brand roles of a shop's colour, in the present scheme and again when it changes. */
export function useShopColour(colour: string | undefined): void {
  useEffect(() => {
    if (!colour) return
    const page = document.documentElement
    let set: string[] = []
    const show = () => {
      const roles = Object.entries(brandIn(page.dataset.theme === 'dark' ? 'dark' : 'light', colour))
      for (const [role, value] of roles) page.style.setProperty(`--${role}`, value)
      set = roles.map(([role]) => `--${role}`)
    }
    show()
    const observer = new MutationObserver(show)
    observer.observe(page, { attributeFilter: ['data-theme'] })
    return () => {
      observer.disconnect()
      for (const name of set) page.style.removeProperty(name)
    }
  }, [colour])
}
