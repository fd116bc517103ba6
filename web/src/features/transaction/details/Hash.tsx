import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { config } from '../../../host/config'
import { catalogueQuery } from '../../../domain/queries'
import { explorerUrl } from './explorer'

type HashProps = {
  hash: string
  /** The payway of the transfer. */
  payway: string
  /** The displayed part of the hash. */
  children: ReactNode
}

/** A transfer's hash, linked to a block explorer if the network has one. */
export function Hash({ hash, payway, children }: HashProps) {
  const { t } = useLingui()
  const catalogue = useQuery(catalogueQuery)
  const network = catalogue.data?.payways.find((way) => way.code === payway)?.network
  const href = explorerUrl(network, hash, config.sandbox)
  if (!href) return children
  return (
    <a
      className="-my-3 inline-flex min-h-11 items-center gap-1.5 text-brand underline"
      href={href}
      target="_blank"
      rel="noreferrer"
      title={t`See it in an explorer of the network`}
    >
      <span className="wrap-anywhere">{children}</span>
      <ExternalLink size={15} aria-hidden="true" className="shrink-0" />
    </a>
  )
}
