import type { ComponentProps, MouseEvent } from 'react'
import { go, hrefOf } from '../place'

type GoProps = { to: string; onGo?: (() => void) | undefined } & Omit<ComponentProps<'a'>, 'href' | 'onClick'>

/** <Go to="/customers"> — a link inside the console. `onGo` is called after it has been followed here. */
export function Go({ to, onGo, ...rest }: GoProps) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    go(to)
    onGo?.()
  }
  return <a {...rest} href={hrefOf(to)} onClick={follow} />
}
