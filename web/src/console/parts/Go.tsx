import type { ComponentProps, MouseEvent } from 'react'
import { go, hrefOf } from '../place'

/** <Go to="/customers"> — a link inside the console. */
export function Go({ to, ...rest }: { to: string } & Omit<ComponentProps<'a'>, 'href' | 'onClick'>) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    go(to)
  }
  return <a {...rest} href={hrefOf(to)} onClick={follow} />
}
