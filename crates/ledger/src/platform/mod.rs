//! The platform's own accounts as an accountant reads them: balances and postings. Customers' accounts are not here.

mod store;

pub use store::{PlatformAccount, PlatformPosting, platform_account, platform_accounts, platform_postings};
