/*
 * <Hero label>…</Hero> — the dark panel with the most important number of a screen; at most one a screen. Components on
 * it take its colours by themselves.
 */
import type { ReactNode } from 'react'
import './hero.css'

type HeroProps = { label?: string; className?: string; children: ReactNode }

export function Hero({ label, className = '', children }: HeroProps) {
  return (
    <section aria-label={label} className={`hero rounded-hero px-[18px] py-5 desk:px-[26px] desk:py-6 ${className}`}>
      {children}
    </section>
  )
}
