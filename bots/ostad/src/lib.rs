//! Ostad (استاد, master): a strong player of two-player Hokm.
pub mod belief;
pub mod building;
pub mod cards;
pub mod chance;
pub mod deal;
pub mod model;
pub mod net;
pub mod ostad;
pub mod past;
pub mod player;
pub mod search;
pub mod slots;
pub mod standing;
pub mod table;
pub mod thumb;
pub mod variants;
pub mod view;
pub mod wire;

/// Temporary: numbers to tune, from the environment.
pub fn tune(number: usize, default: f32) -> f32 {
    static T: std::sync::OnceLock<Vec<Option<f32>>> = std::sync::OnceLock::new();
    T.get_or_init(|| {
        std::env::var("TUNE").unwrap_or_default().split(',').map(|x| x.parse().ok()).collect()
    })
    .get(number)
    .copied()
    .flatten()
    .unwrap_or(default)
}
