import { Fragment } from 'react'
import { addressGroups } from './address'

/**
 * An address or an account number, whole and in groups of four, to be compared with another one. The gaps are margins and
 * not spaces: selected and copied, it is the address itself.
 */
export function AddressText({ value }: { value: string }) {
  return (
    <span className="font-mono text-[15px]" translate="no">
      {addressGroups(value).map(({ text, strong }, at) => (
        // The groups of an address never change places.
        <Fragment key={at}>
          <span className={strong ? 'mr-[0.45em] font-bold text-brand' : 'mr-[0.45em]'}>{text}</span>
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}
