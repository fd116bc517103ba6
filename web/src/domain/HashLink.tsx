import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { config } from '../host/config'
import { explorerUrl } from './explorer'

type HashLinkProps = {
  hash: string
  network: string | undefined
  /** What the link leads to. */
  title: string
  /** The displayed part of the hash. */
  children: ReactNode
}

/** <HashLink hash network title> — a transfer's hash, linked to a block explorer if the network has one. */
export function HashLink({ hash, network, title, children }: HashLinkProps) {
  const href = explorerUrl(network, hash, config.sandbox)
  if (!href) return <span className="wrap-anywhere">{children}</span>
  return (
    <a
      className="-my-3 inline-flex min-h-11 items-center gap-1.5 text-brand underline"
      href={href}
      target="_blank"
      rel="noreferrer"
      title={title}
    >
      <span className="wrap-anywhere">{children}</span>
      <ExternalLink size={15} aria-hidden="true" className="shrink-0" />
    </a>
  )
}
