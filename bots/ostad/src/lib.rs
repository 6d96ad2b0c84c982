//! Ostad (استاد, master): a strong player of two-player Hokm.
pub mod belief;
pub mod building;
pub mod cards;
pub mod chance;
pub mod deal;
pub mod model;
pub mod net;
pub mod ostad;
pub mod player;
pub mod search;
pub mod standing;
pub mod table;
pub mod thumb;
pub mod variants;
pub mod view;
pub mod wire;
