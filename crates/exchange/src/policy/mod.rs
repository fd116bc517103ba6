//! Policy as data: fees, limits, countries.
