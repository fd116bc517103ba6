/** Launch data that can still register or link a user. Kept in memory only, because it is a credential. */
let initData: string | undefined

export const launched = {
  data: (): string | undefined => initData,
  keep: (data: string | undefined): void => {
    initData = data
  },
}
